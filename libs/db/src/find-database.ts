import { ProgramStartError, type CommonModuleDeps, type ProcessSettings } from '@bridge/kernel';
import { join } from 'node:path';
import { attachOrStart, keepEmbeddedPostgres } from './embedded-postgres.ts';
import { holderOf, type FolderLockHolder } from './embedded/folder-lock.ts';
import type { PostgresSupervisor } from './embedded/supervisor.ts';
import { ensureEmbeddedRoles } from './roles/embedded-roles.ts';

/** Kind of this process: the whole product (`all-in-one`), one `service`, or a `tool` that runs one command. */
export type ProcessKind = 'all-in-one' | 'service' | 'tool';

/** The database that this process uses. `supervisor` is present when this process runs the embedded Postgres. */
export interface DatabaseOfProcess {
  readonly url: string;
  /** Connection URL for migrations, as the owner of the tables and without a connection pooler. */
  readonly direct: string;
  readonly stop: () => Promise<void>;
  readonly supervisor?: PostgresSupervisor;
}

const EMBEDDED = 'embedded:';

/**
 * Returns the setting BRIDGE_DB: a URL or `embedded:<folder>`. When it is not set, returns undefined for a service, and the
 * embedded database in the data folder for other processes.
 */
function databaseOf(settings: ProcessSettings, wiring: ProcessKind): string | undefined {
  if (settings.BRIDGE_DB !== undefined || wiring === 'service') return settings.BRIDGE_DB;
  return EMBEDDED + join(settings.BRIDGE_DATA, 'db');
}

/** Returns the configured database, and starts it when it is the embedded one. Throws ProgramStartError. */
export async function findDatabase(
  { settings, clock, log }: CommonModuleDeps,
  wiring: ProcessKind,
  tell: (sentence: string) => void,
): Promise<DatabaseOfProcess> {
  const where = databaseOf(settings, wiring);
  if (where === undefined) {
    throw new ProgramStartError(
      'BRIDGE_DB is not set: a service of its own needs a shared database, as postgres://user:password@host/database.',
    );
  }
  if (!where.startsWith(EMBEDDED)) {
    const direct = settings.BRIDGE_DB_DIRECT ?? where;
    return { url: where, direct, stop: () => Promise.resolve() };
  }
  if (wiring === 'service') {
    throw new ProgramStartError(
      'BRIDGE_DB is embedded: a service of its own needs a shared database, as postgres://user:password@host/database.',
    );
  }
  const folder = where.slice(EMBEDDED.length);
  const server = await (wiring === 'tool'
    ? attachOrStart(folder)
    : keepEmbeddedPostgres(folder, { address: settings.BRIDGE_BASE_URL }, { clock, log, tell }));
  try {
    return { ...server, ...(await ensureEmbeddedRoles(server.url)) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Returns the folder of the embedded database and the process that has locked it; null for another database. */
export function embeddedDatabase(
  settings: ProcessSettings,
): { readonly folder: string; readonly holder: FolderLockHolder | null } | null {
  const where = databaseOf(settings, 'tool') ?? '';
  if (!where.startsWith(EMBEDDED)) return null;
  const folder = where.slice(EMBEDDED.length);
  return { folder, holder: holderOf(folder) };
}
