import type { DraftTextPosition } from '../ui/findings.tsx';

/** Parses a positive integer from a value in the address's query; returns 1 for anything else. */
function readPositive(value: string | null): number {
  const number = Number(value ?? 1);
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
}

/**
 * Returns the position in the draft that the query of the address contains (`layer`, `line`, `column`), or null when it
 * contains none. The publish dialog links to such addresses.
 */
export function readPlace(search: URLSearchParams): DraftTextPosition | null {
  const layerId = search.get('layer');
  if (layerId === null && !search.has('line')) return null;
  return {
    layerId,
    line: readPositive(search.get('line')),
    column: readPositive(search.get('column')),
  };
}
