import { setTimeout as delay } from 'node:timers/promises';
import type { Base } from './run.ts';

/** A bounded pass that a process repeats in the background. */
interface RepeatedPass {
  /** Name of the pass in logs. */
  readonly name: string;
  /** Pause before each pass, ms. */
  readonly everyMs: number;
  readonly pass: () => Promise<unknown>;
}

/** Repeats a pass until the process begins to stop; a failed pass is logged and the next one retries. */
export function repeatPass(
  { log, stopping }: Pick<Base, 'log' | 'stopping'>,
  { name, everyMs, pass }: RepeatedPass,
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
