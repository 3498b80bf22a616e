import type { DocumentPutCounts } from '@bridge/search';
import type { SourceImportCounts } from './events.ts';

/**
 * Adds the result of writing a batch to the import counts of its sources. When a batch has records of two sources, documents
 * that are not new are counted for the first one.
 */
export function countPut(
  result: DocumentPutCounts,
  sources: ReadonlyMap<string, number>,
  summaryOf: (source: string) => SourceImportCounts,
): void {
  const left = { ...result };
  for (const [source, of] of sources) {
    const summary = summaryOf(source);
    let room = of;
    for (const name of ['changed', 'kept', 'unchanged', 'added'] as const) {
      const taken = Math.min(left[name], room);
      left[name] -= taken;
      summary[name] += taken;
      room -= taken;
    }
  }
}
