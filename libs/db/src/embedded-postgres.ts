import { StartError } from '@bridge/kernel';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { accountFor, claim } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { clusterFiles, ensureCluster, readPassword } from './embedded/cluster.ts';
import {
  FolderHeld,
  holdFolder,
  type FolderHold,
  type FolderHolder,
} from './embedded/folder-lock.ts';
import { endOrphans, readPostmaster } from './embedded/orphans.ts';
import { freePort, startPostmaster, type RunningPostmaster } from './embedded/postmaster.ts';
import { folderError } from './embedded/folder-error.ts';
import { PostgresSupervisor, type SupervisorDeps } from './embedded/supervisor.ts';

const PORT_TRIES_MAX = 5;
const POLL_MS = 20;
/** A command-line tool is done with the folder soon: a service waits that long for it. */
const TOOL_WAIT_MS = 15_000;
/** How long a tool waits for the service that holds the folder to have its Postgres ready. */
const ATTACH_WAIT_MS = 30_000;

/** How an embedded Postgres is started. */
export interface EmbeddedPostgresOptions {
  /** Whether a commit survives the loss of power; true unless a test says otherwise. */
  readonly fsync?: boolean;
  /** The port of the loopback interface; by default the one of the last start, or a free one. */
  readonly port?: number;
  /** Where the product that starts it answers, for whoever finds the folder in use. */
  readonly address?: string;
}

/** A running embedded Postgres, and the one way in. */
export interface EmbeddedPostgres {
  /** `postgres://…@127.0.0.1:<port>/postgres` with the superuser's password: keep it out of logs. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Settles when Postgres has ended, with or without `stop`. The folder stays locked until `stop`. */
  readonly ended: Promise<void>;
  /** Fast shutdown: breaks open sessions, writes a checkpoint, gives the folder back. Idempotent. */
  stop(): Promise<void>;
}

/** An embedded Postgres that is started again whenever it ends by itself. */
export interface KeptPostgres {
  readonly url: string;
  readonly supervisor: PostgresSupervisor;
  stop(): Promise<void>;
}

/**
 * Starts the Postgres that npm brings on `dir`, making a cluster there the first time; the folder is
 * this process's alone until `stop`. Runs for root (under another account) and for ordinary users;
 * listens on loopback only. A second instance is refused with FolderHeld, what a dead one left is
 * cleared away; every failure is a StartError of one sentence.
 */
export async function startEmbeddedPostgres(
  dir: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const hold = await holdPatiently(resolve(dir), { kind: 'service', address: options.address });
  const { url, port, postmaster } = await startOrRelease(hold, options);
  return {
    url,
    port,
    pid: postmaster.pid,
    ended: postmaster.ended,
    async stop() {
      await postmaster.stop('fast');
      hold.release();
    },
  };
}

/**
 * As startEmbeddedPostgres, for the product: a Postgres that ends by itself is started again on the same port, and the
 * folder stays locked meanwhile, so that no second writer comes in.
 */
export async function keepEmbeddedPostgres(
  dir: string,
  options: EmbeddedPostgresOptions,
  deps: SupervisorDeps,
): Promise<KeptPostgres> {
  const hold = await holdPatiently(resolve(dir), { kind: 'service', address: options.address });
  const { url, port, postmaster } = await startOrRelease(hold, options);
  const startAgain = async () => (await startHeld(hold, { ...options, port })).postmaster;
  const supervisor = new PostgresSupervisor(postmaster, startAgain, deps);
  return {
    url,
    supervisor,
    async stop() {
      await supervisor.stop('fast');
      hold.release();
    },
  };
}

/** A way into the embedded Postgres for a command: `stop` ends it only if this command started it. */
export interface AttachedPostgres {
  readonly url: string;
  /** True when nobody ran it and this command did. */
  readonly started: boolean;
  stop(): Promise<void>;
}

/**
 * For command-line tools: uses the Postgres of the instance that holds `dir`, or starts it for the
 * time of the command. Waits up to 30 seconds for an instance that is just starting.
 */
export async function attachOrStart(
  dir: string,
  options: Pick<EmbeddedPostgresOptions, 'fsync'> = {},
): Promise<AttachedPostgres> {
  const path = resolve(dir);
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      const hold = holdFolder(path, { kind: 'tool' });
      const own = await startOrRelease(hold, options);
      const stop = async () => {
        await own.postmaster.stop('smart');
        hold.release();
      };
      return { url: own.url, started: true, stop };
    } catch (error) {
      if (!(error instanceof FolderHeld)) throw error;
      const url = await runningUrl(path);
      if (url !== null) return { url, started: false, stop: () => Promise.resolve() };
      if (waitedMs >= ATTACH_WAIT_MS) throw error;
    }
    await delay(POLL_MS);
  }
}

async function holdPatiently(dir: string, holder: Omit<FolderHolder, 'pid'>): Promise<FolderHold> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      return holdFolder(dir, holder);
    } catch (error) {
      const brief = error instanceof FolderHeld && error.holder?.kind !== 'service';
      if (!brief || waitedMs >= TOOL_WAIT_MS) throw error;
    }
    await delay(POLL_MS);
  }
}

/** A Postgres on a folder that the caller holds. */
interface Started {
  readonly url: string;
  readonly port: number;
  readonly postmaster: RunningPostmaster;
}

async function startOrRelease(
  hold: FolderHold,
  options: EmbeddedPostgresOptions,
): Promise<Started> {
  try {
    return await startHeld(hold, options);
  } catch (error) {
    hold.release();
    throw folderError(hold.dir, error);
  }
}

async function startHeld(hold: FolderHold, options: EmbeddedPostgresOptions): Promise<Started> {
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

/** A port that was free a moment ago may be taken by now: then another one, unless it was asked for. */
async function listenSomewhere(
  asked: number | null,
  remembered: number | null,
  start: (port: number) => Promise<RunningPostmaster>,
): Promise<[number, RunningPostmaster]> {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort(asked ?? (tries === 1 ? remembered : null));
    if (asked !== null && port !== asked) {
      throw new StartError(
        `Port ${asked} of 127.0.0.1 is taken by another program: name another port.`,
      );
    }
    try {
      return [port, await start(port)];
    } catch (error) {
      const taken =
        error instanceof StartError && /could not (?:bind|create any TCP)/.test(error.message);
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

async function runningUrl(dir: string): Promise<string | null> {
  const files = clusterFiles(dir);
  const postmaster = readPostmaster(files.cluster);
  if (postmaster?.ready !== true || !(await answers(postmaster.port))) return null;
  return urlOf(postmaster.port, readPassword(files.password));
}

async function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

function urlOf(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}
