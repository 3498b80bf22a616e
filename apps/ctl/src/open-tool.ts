import { dbModule, type Db } from '@bridge/db';
import {
  makeLogger,
  randomIds,
  run,
  systemClock,
  type AnyModule,
  type Base,
  type RunningModules,
  type Settings,
} from '@bridge/kernel';

/** What a command works with: the same modules as a service, opened in the command's own process. */
export interface Tool {
  readonly base: Base;
  readonly db: Db;
  readonly running: RunningModules;
}

/** The database as a tool sees it: the running product's when it runs, else started for the command. */
export const toolDb = dbModule('tool');
/** Opens the database and `more`, does the work, and closes everything again. */
export async function withTool<T>(
  settings: Settings,
  more: readonly AnyModule[],
  work: (tool: Tool) => Promise<T>,
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
