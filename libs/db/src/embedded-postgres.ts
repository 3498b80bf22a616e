import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterFiles, readPassword } from './embedded/cluster.ts';
import {
  FolderHeld,
  holdFolder,
  type FolderHold,
  type FolderHolder,
} from './embedded/folder-lock.ts';
import { readPostmaster } from './embedded/orphans.ts';
import {
  startHeld,
  startOrRelease,
  urlOf,
  type EmbeddedPostgresOptions,
} from './embedded/start-held.ts';
import { PostgresSupervisor, type SupervisorDependencies } from './embedded/supervisor.ts';

const POLL_MS = 20;
/** Maximum wait of a service for a command-line tool that holds the database folder, ms. */
const TOOL_WAIT_MS = 15_000;
/** Maximum wait of a tool until the Postgres of the service that holds the folder is ready, ms. */
const ATTACH_WAIT_MS = 30_000;

/** A running embedded Postgres. */
export interface EmbeddedPostgres {
  /** `postgres://…@127.0.0.1:<port>/postgres` with the superuser's password: keep it out of logs. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Settles when Postgres has ended, with or without `stop`. The folder stays locked until `stop`. */
  readonly ended: Promise<void>;
  /** Fast shutdown: breaks open sessions, writes a checkpoint, releases the folder. Idempotent. */
  stop(): Promise<void>;
}

/** An embedded Postgres that a supervisor starts again whenever it ends by itself. */
export interface SupervisedPostgres {
  readonly url: string;
  readonly supervisor: PostgresSupervisor;
  stop(): Promise<void>;
}

/**
 * Starts the Postgres of the npm package on the folder `dir`, and makes a cluster there the first time. This process
 * holds the lock of the folder until `stop`. Postgres runs as the user of the process, for root as another account, and
 * listens on loopback only. Ends Postgres processes that a dead instance left. Throws FolderHeld for a second instance,
 * and StartError for any other failure.
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
 * As startEmbeddedPostgres, for the product: a Postgres that ends by itself is started again on the same port. The
 * folder stays locked meanwhile, so no second process can write to it.
 */
export async function keepEmbeddedPostgres(
  dir: string,
  options: EmbeddedPostgresOptions,
  deps: SupervisorDependencies,
): Promise<SupervisedPostgres> {
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

/** An embedded Postgres as a command uses it: `stop` ends it only if this command started it. */
export interface AttachedPostgres {
  readonly url: string;
  /** True when this command started it. */
  readonly started: boolean;
  stop(): Promise<void>;
}

/**
 * Uses the Postgres of the process that holds `dir`, or starts one for the duration of a command-line tool. Waits up to
 * 30 s for a process that is starting.
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
