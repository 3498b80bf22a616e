import { LIVE } from '@bridge/contracts';

/**
 * Returns the name of the calling program for its owner's console: printable ASCII characters only, cut to the maximum length. Null
 * for a value that is no text or has no such character.
 */
export function clientName(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const shown = value
    .slice(0, 4 * LIVE.clientCharsMax)
    .replace(/[^ -~]/g, '')
    .trim();
  return shown === '' ? null : shown.slice(0, LIVE.clientCharsMax);
}
