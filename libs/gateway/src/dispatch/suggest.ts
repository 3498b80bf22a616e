import { ACTIONS } from '@bridge/contracts';

/** More edits than this and a suggestion would be a guess. */
const EDITS_MAX = 3;
/** Names longer than any real one are not compared. */
const NAME_CHARS_MAX = 64;

/** Levenshtein distance of two short names. */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The action that an unknown name was probably meant to be; undefined when none is near. */
export function suggestAction(name: string): string | undefined {
  if (name.length > NAME_CHARS_MAX) return undefined;
  const wanted = name.toLowerCase().replaceAll(/[_/\s-]/g, '.');
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const action of ACTIONS) {
    const distance = edits(wanted, action.name.replaceAll('_', '.'));
    if (distance <= EDITS_MAX && (best === undefined || distance < best.distance))
      best = { name: action.name, distance };
  }
  return best?.name;
}
