import { archiveStats, ImportRefusedError, indexTarget, readReport } from '@bridge/archive';
import { systemClock, type ProcessSettings } from '@bridge/kernel';
import { openSearch, SearchEngineError } from '@bridge/search';
import type { CtlCommandResult } from '../command.ts';
import { type ArchiveOperations, searchOn } from './archive-tool.ts';
import { withStoredArchive } from './stored-archive.ts';

/** Calls `work` with operations on the archive. Returns a SearchEngineError as a failed output for the operator. */
export async function withArchive(
  settings: ProcessSettings,
  work: (tool: ArchiveOperations) => Promise<CtlCommandResult>,
): Promise<CtlCommandResult> {
  try {
    return await withArchiveTool(settings, work);
  } catch (error) {
    if (!(error instanceof SearchEngineError)) throw error;
    const { reason, sentence } = error;
    return { json: { ok: false, code: reason, sentence }, text: sentence, ok: false };
  }
}

/** Returns the output of a command whose import was refused (ImportRefusedError). Throws any other error again. */
export function refusalResult(error: unknown): CtlCommandResult {
  if (!(error instanceof ImportRefusedError)) throw error;
  const { code, message } = error;
  return { json: { ok: false, code, sentence: message }, text: message, ok: false };
}

/**
 * Calls `work` with operations on the archive: in the Meilisearch engine that BRIDGE_SEARCH names, else in the blob store.
 * Throws SearchEngineError and ProgramStartError.
 */
export function withArchiveTool<T>(
  settings: ProcessSettings,
  work: (tool: ArchiveOperations) => Promise<T>,
): Promise<T> {
  return settings.BRIDGE_SEARCH?.startsWith('meili+') === true
    ? withEngine(settings, settings.BRIDGE_SEARCH, work)
    : withStoredArchive(settings, work);
}

async function withEngine<T>(
  { BRIDGE_MEILI_KEY: key }: ProcessSettings,
  address: string,
  work: (tool: ArchiveOperations) => Promise<T>,
): Promise<T> {
  const index = openSearch({ address, clock: systemClock, key });
  try {
    return await work({
      status: async () => ({ stats: await archiveStats(index), trouble: null, replicas: [] }),
      rollback: () => index.rollback(),
      explain: async (query, id) => {
        const { ArchiveSearcher, explainQuery } = await import('@bridge/surf');
        return explainQuery(new ArchiveSearcher(index), query, id);
      },
      searching: async (work) => work(await searchOn(index)),
      report: (onRecords) => readReport(index, onRecords),
      target: indexTarget(index, systemClock),
    });
  } finally {
    await index.close();
  }
}
