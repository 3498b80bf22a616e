import type { Clock, Logger } from '@bridge/kernel';
import { placeIndex, type SearchIndex } from '@bridge/search';
import { hash } from 'node:crypto';
import { indexTarget } from '../import/index-target.ts';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { searchDocument } from '../record/search-document.ts';
import { STARTER_INDEX } from './starter-file.ts';

/** Name of the index version that the product carries. */
export const STARTER_VERSION = 'starter';
/** Name under which it serves while nothing in the index folder can be read. */
export const STARTER_RESERVE = { packed: STARTER_INDEX, version: 'starter-reserve' } as const;
/** Before every date a source can have. */
const OLDEST = -1;

interface FirstArchiveDeps {
  /** `file:<folder>` of the index. */
  readonly address: string;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info'>;
}

/**
 * Gives a folder that holds no index the one that the product carries; touches no other. Finished, because a new user
 * waits for it and what making it would take of memory stays with the process. Returns whether it did. Errors: those of
 * the file system.
 */
export async function placeFirstArchive(deps: FirstArchiveDeps): Promise<boolean> {
  const from = deps.clock.monotonic();
  const placed = await placeIndex(deps.address, STARTER_INDEX, STARTER_VERSION);
  if (placed)
    deps.log.info({ ms: Math.round(deps.clock.monotonic() - from) }, 'first archive in place');
  return placed;
}

/**
 * Makes the index of the starter archive's records, which `npm run archive:starter` packs. They count as oldest, so that
 * an import of the same source always replaces them. Errors: SearchFault.
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
