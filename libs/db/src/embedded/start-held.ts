import { freePort, ProgramStartError } from '@bridge/kernel';
import { readFileSync, writeFileSync } from 'node:fs';
import { accountFor, claim } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterFiles, ensureCluster } from './cluster.ts';
import { folderError } from './folder-error.ts';
import type { FolderLock } from './folder-lock.ts';
import { endOrphans } from './orphans.ts';
import { startPostmaster, type RunningPostmaster } from './postmaster.ts';

const PORT_TRIES_MAX = 5;

/** Durability, port and product URL with which an embedded Postgres is started. */
export interface EmbeddedPostgresOptions {
  /** True (default) when a commit must survive a power failure. */
  readonly fsync?: boolean;
  /** Port on the loopback interface; default: that of the last start, or a free one. */
  readonly port?: number;
  /** URL of the product that starts Postgres, for the message to a process that finds the folder locked. */
  readonly address?: string;
}

/** A running Postgres in a folder that the caller has locked. */
interface StartedPostgres {
  readonly url: string;
  readonly port: number;
  readonly postmaster: RunningPostmaster;
}

/** Calls `startHeld`. On failure it releases the folder lock and throws ProgramStartError. */
export async function startOrRelease(
  hold: FolderLock,
  options: EmbeddedPostgresOptions,
): Promise<StartedPostgres> {
  try {
    return await startHeld(hold, options);
  } catch (error) {
    hold.release();
    throw folderError(hold.dir, error);
  }
}

/** Starts Postgres in a folder that the caller has locked, on `options.port`, else on its last port when that is free. */
export async function startHeld(
  hold: FolderLock,
  options: EmbeddedPostgresOptions,
): Promise<StartedPostgres> {
  const files = clusterFiles(hold.dir);
  const durable = options.fsync ?? true;
  const account = accountFor(files.cluster);
  const binaries = findBinaries(account !== null);
  const password = await ensureCluster(hold.dir, account, binaries, durable);
  claim(account, files.cluster);
  await endOrphans(files.cluster);
  const [port, postmaster] = await listenSomewhere(
    options.port ?? null,
    rememberedPort(files.port),
    (port) => startPostmaster({ files, account, binaries, port, durable }),
  );
  writeFileSync(files.port, String(port), { mode: 0o600 });
  return { url: urlOf(port, password), port, postmaster };
}

/**
 * Starts Postgres on `wantedPort`; throws ProgramStartError when that is taken. When it is null, starts on the remembered port or a
 * free one, and tries another port when the first was taken meanwhile.
 */
async function listenSomewhere(
  wantedPort: number | null,
  remembered: number | null,
  start: (port: number) => Promise<RunningPostmaster>,
): Promise<[number, RunningPostmaster]> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort(wantedPort ?? (tries === 1 ? remembered : null));
    if (wantedPort !== null && port !== wantedPort) {
      throw new ProgramStartError(
        `Port ${wantedPort} of 127.0.0.1 is taken by another program: name another port.`,
      );
    }
    try {
      return [port, await start(port)];
    } catch (error) {
      const taken =
        error instanceof ProgramStartError &&
        /could not (?:bind|create any TCP)/.test(error.message);
      if (!taken || tries >= PORT_TRIES_MAX) throw error;
    }
  }
}

function rememberedPort(file: string): number | null {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 0 && port <= 65_535 ? port : null;
  } catch {
    return null;
  }
}

/** Returns the connection URL of the superuser, which contains the password. */
export function urlOf(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}
