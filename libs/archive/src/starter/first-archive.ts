import type { Clock, Logger } from '@bridge/kernel';
import { placeIndex, type SearchIndex } from '@bridge/search';
import { hash } from 'node:crypto';
import { indexTarget } from '../import/index-target.ts';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { searchDocument } from '../record/search-document.ts';
import { STARTER_INDEX } from './starter-file.ts';

/** Version name of the index that ships with the product. */
export const STARTER_VERSION = 'starter';
/** The shipped index as the reserve index, which serves while no version in the index folder is readable. */
export const STARTER_RESERVE = { packed: STARTER_INDEX, version: 'starter-reserve' } as const;
/** Date of the starter records (day before the Unix epoch): earlier than every date of a source. */
const OLDEST = -1;

/** The dependencies of `placeFirstArchive`, which installs the starter archive in an empty index folder. */
interface FirstArchiveDeps {
  /** Address of the index: `file:<folder>`. */
  readonly address: string;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * Installs the shipped index in a folder without an index, and returns whether it did. The index is prebuilt, because a new
 * user waits for it and building needs much memory. Throws errors of the file system.
 */
export async function placeFirstArchive(deps: FirstArchiveDeps): Promise<boolean> {
  const from = deps.clock.monotonic();
  const placed = await placeIndex(deps.address, STARTER_INDEX, STARTER_VERSION);
  if (placed)
    deps.log.info({ ms: Math.round(deps.clock.monotonic() - from) }, 'first_archive_installed');
  return placed;
}

/**
 * Makes the index of the starter archive from its records; `npm run archive:starter` packs this index. The records count as
 * oldest, so that an import of the same source always replaces them. Throws SearchEngineError.
 */
export async function buildStarterIndex(
  index: SearchIndex,
  records: readonly ArchiveRecord[],
  clock: Clock,
): Promise<void> {
  const run = await indexTarget(index, clock, STARTER_VERSION).begin({
    mode: 'swap',
    resume: false,
  });
  const documents = records.map((record) =>
    searchDocument(record, hash('sha1', JSON.stringify(record), 'hex').slice(0, 20), OLDEST),
  );
  await run.put({ documents });
  await run.finish({ names: [], files: [], canaries: [] }, () => undefined);
}
