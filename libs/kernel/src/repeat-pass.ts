import { setTimeout as delay } from 'node:timers/promises';
import type { CommonModuleDeps } from './run.ts';

/** A background task with a bounded amount of work per run, which a process repeats. */
interface RepeatedBackgroundTask {
  /** Name of the task in log lines. */
  readonly name: string;
  /** Pause before each run, ms. */
  readonly everyMs: number;
  readonly pass: () => Promise<unknown>;
}

/** Repeats a background task until the process stops. A failed run is logged and does not end the repetition. */
export function repeatPass(
  { log, stopping }: Pick<CommonModuleDeps, 'log' | 'stopping'>,
  { name, everyMs, pass }: RepeatedBackgroundTask,
): void {
  const repeat = async (): Promise<void> => {
    for (;;) {
      await delay(everyMs, undefined, { signal: stopping, ref: false });
      await pass().catch((error: unknown) => log.warn({ err: error, pass: name }, 'pass_failed'));
    }
  };
  repeat().catch((error: unknown) => {
    if (!stopping.aborted) log.error({ err: error, pass: name }, 'pass_ended');
  });
}
