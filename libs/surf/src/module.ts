import { placeFirstArchive, STARTER_RESERVE } from '@bridge/archive';
import type { BlobStore } from '@bridge/blobs';
import { type MessageBus, serviceModule } from '@bridge/bus';
import type { CommonModuleDeps } from '@bridge/kernel';
import { openSearch, SearchEngineError, type SearchIndex, versionFolder } from '@bridge/search';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { surfHandlers } from './handlers.ts';
import { queryLogFolder } from './query-log/log-files.ts';
import { QueryLog } from './query-log/query-log.ts';
import { SurfReplica } from './replica/replica.ts';
import { IndexVersionLoader } from './replica/version-loader.ts';
import { ArchiveSearcher } from './search/search-archive.ts';

/**
 * A query that many records match. It is searched once when the service starts, so that caches are filled before the first
 * call.
 */
const WARM_UP = 'portrait of a woman 1900';

/** The modules that the surf module depends on. */
type SurfModuleDeps = { readonly bus: MessageBus; readonly blobs: BlobStore } & CommonModuleDeps;

/**
 * The service `surf`: installs the starter archive in an empty folder, loads the versions that imports make, and
 * handles `surf.*`.
 */
export const surfModule = serviceModule<'surf', Omit<SurfModuleDeps, keyof CommonModuleDeps>>(
  'surf',
  ['bus', 'blobs'],
  (deps) => openSurf(deps, 'service'),
);

/**
 * The module `surf` inside a command of the operator's program `ctl`, which starts it when no message broker is configured. It
 * reports a damaged index instead of serving the reserve index that the product contains.
 */
export const surfOfTool = serviceModule<'surf', Omit<SurfModuleDeps, keyof CommonModuleDeps>>(
  'surf',
  ['bus', 'blobs'],
  (deps) => openSurf(deps, 'tool'),
);

async function openSurf(deps: SurfModuleDeps, use: 'service' | 'tool') {
  const { blobs, bus, clock, ids, settings, log } = deps;
  const address = settings.BRIDGE_SEARCH ?? `file:${join(settings.BRIDGE_DATA, 'search')}`;
  const index = openIndex(deps, address, use);
  const folder = versionFolder(address);
  // When the folder cannot be written, the starter archive is not installed, and the reserve index of the product serves
  // instead.
  if (folder !== null)
    await placeFirstArchive({ address, clock, log }).catch((error: unknown) =>
      log.warn({ err: error }, 'first_archive_not_installed'),
    );
  const loader =
    folder === null ? null : new IndexVersionLoader({ index, folder, store: blobs, clock, log });
  const name = `${hostname().slice(0, 40)}-${ids.make('surf').slice(-8)}`;
  const replica = new SurfReplica({ name, index, loader, bus, clock, log });
  const archive = new ArchiveSearcher(index);
  const queryLog = use === 'service' ? openQueryLog(deps) : null;
  const checked = replica.check();
  if (use === 'tool') await checked;
  else await warmUp(archive, log);
  return {
    handlers: surfHandlers({
      kind: folder === null ? 'engine' : 'folder',
      index,
      archive,
      store: blobs,
      bus,
      replica,
      queryLog,
    }),
    ready: () => health(index, loader),
    close: async () => {
      await replica.close();
      await queryLog?.flush();
      await index.close();
    },
  };
}

function openQueryLog({ settings, clock, log }: SurfModuleDeps): QueryLog | null {
  const folder = queryLogFolder(settings);
  return folder === null ? null : new QueryLog({ folder, clock, log });
}

function openIndex(
  { settings, clock, log }: SurfModuleDeps,
  address: string,
  use: 'service' | 'tool',
) {
  return openSearch({
    address,
    key: settings.BRIDGE_MEILI_KEY,
    clock,
    ...(use === 'service' ? { reserve: STARTER_RESERVE } : {}),
    onProblem: (trouble) => {
      if (trouble === null) log.info('archive_repaired');
      else log.warn({ trouble }, 'archive_damaged');
    },
  });
}

/**
 * Searches once at the start, because the first search reads the lexicon, which takes about two seconds. A failure is
 * logged; later searches report it.
 */
async function warmUp(archive: ArchiveSearcher, log: SurfModuleDeps['log']): Promise<void> {
  await archive
    .search(WARM_UP, 1)
    .catch((error: unknown) => log.warn({ err: error }, 'archive_not_searchable_yet'));
}

/** Returns the health of the archive. The process stays ready without an archive, because only searches need it. */
async function health(
  index: SearchIndex,
  loader: IndexVersionLoader | null,
): Promise<{ ok: boolean; note: string }> {
  try {
    const info = await index.info();
    const trouble = loader?.trouble ?? info?.trouble ?? null;
    if (trouble !== null) return { ok: false, note: trouble };
    return {
      ok: true,
      note: info === null ? 'the archive is empty' : `${info.documents} references`,
    };
  } catch (error) {
    if (error instanceof SearchEngineError) return { ok: false, note: error.sentence };
    throw error;
  }
}
