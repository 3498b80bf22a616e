import {
  type ArchiveStats,
  type ArchiveVersion,
  bringUpToDate,
  readReport,
  storedTarget,
} from '@bridge/archive';
import { openBlobs, type BlobStore } from '@bridge/blobs';
import { randomIds, type ProcessSettings, systemClock } from '@bridge/kernel';
import { openSearch, SearchEngineError, type SearchIndex, versionFolder } from '@bridge/search';
import type { ScoreExplanation } from '@bridge/surf';
import { join } from 'node:path';
import { type ArchiveOperations, searchOn } from './archive-tool.ts';
import { ENGINE, SurfServiceClient } from './surf-service.ts';

/**
 * Calls `work` with operations on the archive in the blob store. An import builds the index in a folder of this machine, stores
 * it in the blob store, and then tells the surf service to serve it. Throws SearchEngineError and ProgramStartError.
 */
export async function withStoredArchive<T>(
  settings: ProcessSettings,
  work: (tool: ArchiveOperations) => Promise<T>,
): Promise<T> {
  const surf = new SurfServiceClient(settings);
  const base = { settings, ids: randomIds, clock: systemClock };
  let store: Promise<BlobStore> | null = null;
  try {
    return await work(toolOf(settings, surf, () => (store ??= openBlobs('tool', base))));
  } finally {
    await surf.close();
    await (await (store as Promise<BlobStore> | null))?.close();
  }
}

function toolOf(
  settings: ProcessSettings,
  surf: SurfServiceClient,
  openStore: () => Promise<BlobStore>,
): ArchiveOperations {
  const address = settings.BRIDGE_SEARCH ?? `file:${join(settings.BRIDGE_DATA, 'search')}`;
  const onIndex = async () => {
    const folder = versionFolder(address);
    if (folder === null) throw new SearchEngineError('failed', ENGINE);
    return { folder, store: await openStore(), index: openSearch({ address, clock: systemClock }) };
  };
  /** Updates the index in the local folder to the version that the surf service serves, and calls `work` with it. */
  const onServing = async <T>(work: (index: SearchIndex) => Promise<T>): Promise<T> => {
    const { index, ...versions } = await onIndex();
    try {
      await bringUpToDate(versions);
      return await work(index);
    } finally {
      await index.close();
    }
  };
  const target = async () => {
    await surf.refuseEngine();
    const opened = await onIndex();
    const swap = (next: ArchiveVersion, base: string | null) => surf.swap(next, base);
    return storedTarget({ ...opened, clock: systemClock, swap });
  };
  return {
    status: async () => {
      const { stats, trouble, replicas } = await surf.status();
      // The surf service returns the result of its `archiveStats` call unchanged, so the cast is safe.
      return { stats: stats as ArchiveStats | null, trouble, replicas };
    },
    rollback: async () => {
      const { named } = await surf.status();
      return named !== null && (await surf.rollback(named)).serving !== null;
    },
    explain: async (query, id) => {
      const { explanation, explanations = [] } = await surf.explain(query, id);
      // The surf service returns the result of its `explainQuery` call unchanged, so the cast is safe.
      return [
        ...(explanation === null ? [] : [explanation]),
        ...explanations,
      ] as unknown as readonly ScoreExplanation[];
    },
    searching: (work) => onServing(async (index) => work(await searchOn(index))),
    report: (onRecords) => onServing((index) => readReport(index, onRecords)),
    target: {
      begin: async (options) => (await target()).begin(options),
      serving: async () => (await target()).serving(),
    },
  };
}
