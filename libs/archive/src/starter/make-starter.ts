import { RecordTextCleaner } from '../record/clean.ts';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { parsedRecordsOf, openFile } from '../import/open-file.ts';
import { ownerOf } from '../sources/source.ts';
import { chooseFrom, MakerFameScorer, SHARES } from './choose.ts';
import { packStarter } from './starter-file.ts';

/** The starter archive, which comes with the product: its file, its records and, by source, how many were chosen of all. */
export interface StarterArchive {
  readonly bytes: Uint8Array;
  readonly records: readonly ArchiveRecord[];
  readonly sources: readonly {
    readonly source: string;
    readonly chosen: number;
    readonly of: number;
  }[];
}

/**
 * Chooses the records of the starter archive from the museums' files. The same files always give the same records. `yearMax` is
 * the latest possible year of a work. Throws ImportRefusedError.
 */
export async function makeStarter(
  paths: readonly string[],
  yearMax: number,
): Promise<StarterArchive> {
  const fame = new MakerFameScorer();
  const bySource = new Map<string, Map<string, ArchiveRecord>>();
  const cleaner = new RecordTextCleaner();
  for (const path of paths) {
    const file = await openFile(path);
    for await (const { raw } of parsedRecordsOf(file)) {
      if (raw === null) continue;
      if (file.content.kind === 'names') {
        const named = file.content.authority.read(raw);
        if (named !== null) fame.seen(named.spelling, file.content.authority.name);
        continue;
      }
      const source = ownerOf(raw, file.content.sources);
      const record = source?.map(raw, { cleaner, yearMax });
      if (record === undefined || typeof record === 'string') continue;
      const records = bySource.get(record.source) ?? new Map<string, ArchiveRecord>();
      bySource.set(record.source, records.set(record.id, record));
      for (const { name } of record.creators) fame.seen(name, record.source);
      if (record.source === 'nga-media')
        for (const word of record.subjects ?? []) fame.talkedOf(word);
    }
  }
  const chosen = [...bySource].map(([source, records]) => ({
    source,
    of: records.size,
    records: chooseFrom([...records.values()], SHARES[source] ?? 0, fame),
  }));
  const records = chosen.flatMap((one) => one.records).sort((a, b) => (a.id < b.id ? -1 : 1));
  const sources = chosen.map(({ source, of, records: own }) => ({
    source,
    chosen: own.length,
    of,
  }));
  return { bytes: packStarter(records), records, sources };
}
