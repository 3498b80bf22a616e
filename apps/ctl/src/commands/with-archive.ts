import { archiveStats, ImportRefusal, indexTarget, readReport } from '@bridge/archive';
import { systemClock, type Settings } from '@bridge/kernel';
import { openSearch, SearchFault } from '@bridge/search';
import type { CommandResult } from '../command.ts';
import { type ArchiveTool, searchOn } from './archive-tool.ts';
import { withStoredArchive } from './stored-archive.ts';

/** Runs `work` on the archive. Returns a SearchFault as a failed result with a sentence for the operator. */
export async function withArchive(
  settings: Settings,
  work: (tool: ArchiveTool) => Promise<CommandResult>,
): Promise<CommandResult> {
  try {
    return await withArchiveTool(settings, work);
  } catch (error) {
    if (!(error instanceof SearchFault)) throw error;
    const { reason, sentence } = error;
    return { json: { ok: false, code: reason, sentence }, text: sentence, ok: false };
  }
}

/** The result of a command that failed with an ImportRefusal. Throws every other error again. */
export function refusalResult(error: unknown): CommandResult {
  if (!(error instanceof ImportRefusal)) throw error;
  const { code, message } = error;
  return { json: { ok: false, code, sentence: message }, text: message, ok: false };
}

/**
 * Runs `work` on the archive: on the Meilisearch engine of BRIDGE_SEARCH, or else on the blob store and the surf service.
 * Errors: SearchFault, StartError.
 */
export function withArchiveTool<T>(
  settings: Settings,
  work: (tool: ArchiveTool) => Promise<T>,
): Promise<T> {
  return settings.BRIDGE_SEARCH?.startsWith('meili+') === true
    ? withEngine(settings, settings.BRIDGE_SEARCH, work)
    : withStoredArchive(settings, work);
}

async function withEngine<T>(
  { BRIDGE_MEILI_KEY: key }: Settings,
  address: string,
  work: (tool: ArchiveTool) => Promise<T>,
): Promise<T> {
  const index = openSearch({ address, clock: systemClock, key });
  try {
    return await work({
      status: async () => ({ stats: await archiveStats(index), trouble: null, replicas: [] }),
      rollback: () => index.rollback(),
      explain: async (query, id) => {
        const { Archive, explainQuery } = await import('@bridge/surf');
        return explainQuery(new Archive(index), query, id);
      },
      searching: async (work) => work(await searchOn(index)),
      report: (onRecords) => readReport(index, onRecords),
      target: indexTarget(index, systemClock),
    });
  } finally {
    await index.close();
  }
}
