import { StartError, type Base, type Settings } from '@bridge/kernel';
import { join } from 'node:path';
import { attachOrStart, keepEmbeddedPostgres } from './embedded-postgres.ts';
import { holderOf, type FolderHolder } from './embedded/folder-lock.ts';
import type { PostgresSupervisor } from './embedded/supervisor.ts';
import { ensureEmbeddedRoles } from './roles/embedded-roles.ts';

/**
 * How this process is part of the product: `all-in-one`, one `service` of several, or a `tool`, a command that ends by
 * itself.
 */
export type ProcessWiring = 'all-in-one' | 'service' | 'tool';

/** The database of this process; with `supervisor` when it is embedded and this process keeps it running. */
export interface DatabaseSource {
  readonly url: string;
  /** The address for migrations, as the owner of the tables and not through a connection pooler. */
  readonly direct: string;
  readonly stop: () => Promise<void>;
  readonly supervisor?: PostgresSupervisor;
}

const EMBEDDED = 'embedded:';

/**
 * Returns the database address in these settings: a URL, or `embedded:` and a folder; undefined for a service without a
 * setting.
 */
function databaseOf(settings: Settings, wiring: ProcessWiring): string | undefined {
  if (settings.BRIDGE_DB !== undefined || wiring === 'service') return settings.BRIDGE_DB;
  return EMBEDDED + join(settings.BRIDGE_DATA, 'db');
}

/** Finds the database of these settings, or starts the embedded one. Throws StartError. */
export async function findDatabase(
  { settings, clock, log }: Base,
  wiring: ProcessWiring,
  tell: (sentence: string) => void,
): Promise<DatabaseSource> {
  const where = databaseOf(settings, wiring);
  if (where === undefined) {
    throw new StartError(
      'BRIDGE_DB is not set: a service of its own needs a shared database, as postgres://user:password@host/database.',
    );
  }
  if (!where.startsWith(EMBEDDED)) {
    const direct = settings.BRIDGE_DB_DIRECT ?? where;
    return { url: where, direct, stop: () => Promise.resolve() };
  }
  if (wiring === 'service') {
    throw new StartError(
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

/**
 * Finds the folder of the embedded database in these settings and its holder; null when the database is not embedded.
 * For tools.
 */
export function embeddedDatabase(
  settings: Settings,
): { readonly folder: string; readonly holder: FolderHolder | null } | null {
  const where = databaseOf(settings, 'tool') ?? '';
  if (!where.startsWith(EMBEDDED)) return null;
  const folder = where.slice(EMBEDDED.length);
  return { folder, holder: holderOf(folder) };
}
