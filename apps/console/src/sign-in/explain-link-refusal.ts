import { ServiceRequestError } from '../api/client.ts';

/** Returns the error of a one-time link with a message and a hint for the person who opened the link. */
export function explainLinkRefusal(refusal: ServiceRequestError): ServiceRequestError {
  if (refusal.code !== 'gone' && refusal.code !== 'not_found') return refusal;
  return new ServiceRequestError(refusal.status, {
    code: refusal.code,
    message: 'This link does not work any more.',
    hint: 'It was used, replaced or is older than a day; the first owner’s link also ends with any other owner. The operator prints a new link: npm run ctl -- owner create --email you@example.org',
  });
}
