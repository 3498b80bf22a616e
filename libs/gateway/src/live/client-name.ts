import { LIVE } from '@bridge/contracts';

/**
 * Returns the name of a calling program in the form that its owner’s console shows: printable ASCII characters only, cut to
 * the maximum length. Returns null for a value that is no text or has no such character.
 */
export function clientName(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const shown = value
    .slice(0, 4 * LIVE.clientCharsMax)
    .replace(/[^ -~]/g, '')
    .trim();
  return shown === '' ? null : shown.slice(0, LIVE.clientCharsMax);
}
