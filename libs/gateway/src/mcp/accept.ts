const JSON_RANGES = new Set(['application/json', 'application/*', '*/*']);

/**
 * Whether an Accept header lets JSON through. The specification obliges the client to list both types but the server
 * to nothing, so only a header that excludes JSON counts: curl's star and a missing header are fine.
 */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return JSON_RANGES.has(type) && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text));
  });
}
