import type { Clock, Logger } from '@bridge/kernel';
import { placeIndex, type SearchIndex } from '@bridge/search';
import { hash } from 'node:crypto';
import { indexTarget } from '../import/index-target.ts';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { searchDocument } from '../record/search-document.ts';
import { STARTER_INDEX } from './starter-file.ts';

/** Version name of the starter index, the index that comes with the product. */
export const STARTER_VERSION = 'starter';
/** The starter index as a reserve, which serves while no version in the index folder can be read. */
export const STARTER_RESERVE = { packed: STARTER_INDEX, version: 'starter-reserve' } as const;
/** Date of the starter records in days since the Unix epoch, before the date of every source. */
const OLDEST = -1;

/** The dependencies of `placeFirstArchive`, which puts the starter archive into an empty index folder. */
interface StarterArchiveInstallDeps {
  /** Address of the index folder: `file:<folder>`. */
  readonly address: string;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * Puts the starter index into an index folder that has no index, and returns whether it did. The index is built beforehand,
 * because building takes time and memory that a first start should not need. Throws errors of the file system.
 */
export async function placeFirstArchive(deps: StarterArchiveInstallDeps): Promise<boolean> {
  const from = deps.clock.monotonic();
  const placed = await placeIndex(deps.address, STARTER_INDEX, STARTER_VERSION);
  if (placed)
    deps.log.info({ ms: Math.round(deps.clock.monotonic() - from) }, 'first_archive_installed');
  return placed;
}

/**
 * Builds the index of the starter archive from its records, for `npm run archive:starter`. The records have the oldest date, so
 * that an import of their source always replaces them. Throws SearchEngineError.
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
