import type { DraftPlace } from '../ui/findings.tsx';

/** Reads a number from 1 of an address; 1 for everything else. */
function readPositive(value: string | null): number {
  const number = Number(value ?? 1);
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
}

/** Reads the place that an address names, as a warning of the publish dialog does; null for none. */
export function readPlace(search: URLSearchParams): DraftPlace | null {
  const layerId = search.get('layer');
  if (layerId === null && !search.has('line')) return null;
  return {
    layerId,
    line: readPositive(search.get('line')),
    column: readPositive(search.get('column')),
  };
}
