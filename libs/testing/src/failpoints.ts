import { sql, type DatabaseClient } from '@bridge/db';
import { armFailpoint, type FailpointAction } from '@bridge/kernel';
import { onTestFinished } from 'vitest';

/**
 * Runs `action` each time the product reaches the failpoint (named step of the code) `step`, until the test ends or calls the
 * returned function.
 */
export function atStep(step: string, action: FailpointAction): () => void {
  const disarm = armFailpoint(step, action);
  onTestFinished(disarm);
  return disarm;
}

/**
 * Throws `error` each time the product reaches one of these failpoints (named steps of the code), until the test ends or calls
 * the returned function.
 */
export function crashAt(
  steps: string | readonly string[],
  error: Error = new Error('crash'),
): () => void {
  const disarms = [steps].flat().map((step) =>
    atStep(step, () => {
      throw error;
    }),
  );
  return () => {
    for (const disarm of disarms) disarm();
  };
}

/**
 * Ends all open database transactions each time the product reaches the failpoint (named step of the code) `step`, until the
 * test ends or calls the returned function.
 */
export function cutDatabaseAt(step: string, db: DatabaseClient): () => void {
  return atStep(step, async () => {
    await db.rows(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`);
  });
}

/**
 * Makes the product wait at the failpoint (named step of the code) `step` until `release` is called. `reached` resolves when
 * the step is reached for the `calls`-th time. With `laterPass`, only the first `calls` arrivals wait.
 */
export function pauseAt(
  step: string,
  { calls = 1, laterPass = false }: { readonly calls?: number; readonly laterPass?: boolean } = {},
): { readonly reached: Promise<void>; readonly release: () => void } {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const disarm = atStep(step, async (hit) => {
    if (laterPass && hit > calls) return;
    if (hit === calls) held.resolve();
    await released.promise;
  });
  const release = (): void => {
    disarm();
    released.resolve();
  };
  onTestFinished(release);
  return { reached: held.promise, release };
}
