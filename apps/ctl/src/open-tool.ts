import { dbModule, type DatabaseClient } from '@bridge/db';
import {
  makeLogger,
  randomIds,
  run,
  systemClock,
  type AnyProcessModule,
  type CommonModuleDeps,
  type RunningModules,
  type ProcessSettings,
} from '@bridge/kernel';

/** The database and the other modules that `ctl` has opened in its own process for a command. */
export interface CommandDatabaseAndModules {
  readonly base: CommonModuleDeps;
  readonly db: DatabaseClient;
  readonly running: RunningModules;
}

/** The database module of `ctl`. It connects to the running product's database, or else starts embedded Postgres. */
export const toolDb = dbModule('tool');

/** Opens the database and the modules in `more` for a command, calls `work` with them, and closes all of them. */
export async function withTool<T>(
  settings: ProcessSettings,
  more: readonly AnyProcessModule[],
  work: (tool: CommandDatabaseAndModules) => Promise<T>,
): Promise<T> {
  const log = makeLogger(settings.BRIDGE_LOG ?? 'error', { app: 'ctl', pid: process.pid });
  const base = { settings, log, clock: systemClock, ids: randomIds };
  const running = await run([toolDb, ...more], base);
  try {
    return await work({
      base: { ...base, stopping: new AbortController().signal },
      db: running.get(toolDb),
      running,
    });
  } finally {
    await running.stop();
  }
}
