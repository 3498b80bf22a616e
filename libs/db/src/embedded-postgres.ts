import { connect } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterFiles, readPassword } from './embedded/cluster.ts';
import {
  FolderLockedError,
  holdFolder,
  type FolderLock,
  type FolderLockHolder,
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
/** Maximum time that a service waits for a command-line tool to release the database folder, ms. */
const TOOL_WAIT_MS = 15_000;
/** Maximum time that a tool waits until the Postgres of the running service is ready, ms. */
const ATTACH_WAIT_MS = 30_000;

/** An embedded Postgres that this process started. */
export interface EmbeddedPostgres {
  /** `postgres://…@127.0.0.1:<port>/postgres` with the superuser's password, which must not be logged. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Settles when Postgres has ended for any reason. The database folder stays locked until `stop`. */
  readonly ended: Promise<void>;
  /** Ends open sessions, writes a checkpoint, stops Postgres and unlocks the database folder. May be called twice. */
  stop(): Promise<void>;
}

/** An embedded Postgres that is restarted when it ends unexpectedly. */
export interface SupervisedPostgres {
  readonly url: string;
  readonly supervisor: PostgresSupervisor;
  stop(): Promise<void>;
}

/**
 * Starts the Postgres of the npm package with its data in `dir`, and creates the database cluster when it is missing. Postgres
 * listens on loopback only, and not as root. Ends Postgres processes of a killed instance first. Throws FolderLockedError when
 * another process uses the folder, else ProgramStartError.
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

/** Starts the embedded Postgres, and restarts it on the same port when it ends. The folder stays locked meanwhile. */
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

/** An embedded Postgres that a command-line tool uses. `stop` ends it only when this tool started it. */
export interface EmbeddedPostgresForTool {
  readonly url: string;
  /** True when this tool started Postgres. */
  readonly started: boolean;
  stop(): Promise<void>;
}

/** Connects to the running Postgres in `dir`, or starts one for a command-line tool. Waits up to 30 s while one starts. */
export async function attachOrStart(
  dir: string,
  options: Pick<EmbeddedPostgresOptions, 'fsync'> = {},
): Promise<EmbeddedPostgresForTool> {
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
      if (!(error instanceof FolderLockedError)) throw error;
      const url = await runningUrl(path);
      if (url !== null) return { url, started: false, stop: () => Promise.resolve() };
      if (waitedMs >= ATTACH_WAIT_MS) throw error;
    }
    await delay(POLL_MS);
  }
}

async function holdPatiently(
  dir: string,
  holder: Omit<FolderLockHolder, 'pid'>,
): Promise<FolderLock> {
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    try {
      return holdFolder(dir, holder);
    } catch (error) {
      const brief = error instanceof FolderLockedError && error.holder?.kind !== 'service';
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
