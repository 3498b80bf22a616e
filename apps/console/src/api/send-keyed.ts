import { send } from './client.ts';

/**
 * Sends a change under an idempotency key; several requests with the same key have one effect in total. Throws
 * ServiceRequestError.
 */
export function sendKeyed<T>(path: string, key: string, body: object): Promise<T> {
  return send('POST', path, { body: { ...body, idempotency_key: key } });
}
