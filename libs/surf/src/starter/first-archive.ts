import type { Clock, Logger } from '@bridge/kernel';
import type { SearchIndex } from '@bridge/search';
import { hash } from 'node:crypto';
import { indexTarget } from '../import/index-target.ts';
import { searchDocument } from '../record/search-document.ts';
import { readStarter } from './starter-file.ts';

const BATCH = 1_000;
/** Before every date a source can have. */
const OLDEST = -1;

interface FirstArchiveDeps {
  readonly index: SearchIndex;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * Fills an index that holds nothing with the archive that the product carries; touches no other. Its records count as
 * oldest, so that an import of the same source always replaces them. Returns how many were put in.
 */
export async function fillFirstArchive({ index, clock, log }: FirstArchiveDeps): Promise<number> {
  if ((await index.info()) !== null) return 0;
  const from = clock.monotonic();
  const [records, run] = await Promise.all([
    readStarter(),
    indexTarget(index, clock).begin({ mode: 'swap', resume: false }),
  ]);
  const written: Promise<unknown>[] = [];
  for (let at = 0; at < records.length; at += BATCH) {
    const documents = records
      .slice(at, at + BATCH)
      .map((record) =>
        searchDocument(record, hash('sha1', JSON.stringify(record), 'hex').slice(0, 20), OLDEST),
      );
    // The index writes one batch while the next one is analysed: a new user waits for this.
    written.push(run.put({ documents }));
  }
  await Promise.all(written);
  await run.finish({ names: [], files: [], canaries: [] });
  log.info(
    { references: records.length, ms: Math.round(clock.monotonic() - from) },
    'first archive filled',
  );
  return records.length;
}
