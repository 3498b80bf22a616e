import { dbModule, type Db } from '@bridge/db';
import {
  makeLogger,
  randomIds,
  run,
  systemClock,
  type AnyModule,
  type BaseDeps,
  type RunningModules,
  type Settings,
} from '@bridge/kernel';

/** The database and further modules that a command has opened in its own process. */
export interface CommandTool {
  readonly base: BaseDeps;
  readonly db: Db;
  readonly running: RunningModules;
}

/** The database module of commands. It connects to the running product's Postgres, or else starts the embedded one. */
export const toolDb = dbModule('tool');

/** Opens the database and the modules in `more`, runs `work`, and closes all of them. */
export async function withTool<T>(
  settings: Settings,
  more: readonly AnyModule[],
  work: (tool: CommandTool) => Promise<T>,
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
