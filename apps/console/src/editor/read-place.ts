import type { DraftPlace } from '../ui/findings.tsx';

/** Parses a positive number from an address; 1 for anything else. */
function readPositive(value: string | null): number {
  const number = Number(value ?? 1);
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
}

/** Returns the position in the draft that an address names, as links of the publish dialog do; null for none. */
export function readPlace(search: URLSearchParams): DraftPlace | null {
  const layerId = search.get('layer');
  if (layerId === null && !search.has('line')) return null;
  return {
    layerId,
    line: readPositive(search.get('line')),
    column: readPositive(search.get('column')),
  };
}
