/**
 * Function that a test runs at a failpoint: it throws, waits or ends the process. `hit` is the number of times that the
 * failpoint was reached, from 1.
 */
export type FailpointAction = (hit: number) => void | Promise<void>;

const armed = new Map<string, { readonly action: FailpointAction; hits: number }>();

/**
 * Runs the action that a test has set for this named step of the code, such as `change.after-claim`. In production no action is
 * set, so the call costs almost nothing.
 */
export async function failpoint(name: string): Promise<void> {
  const point = armed.size === 0 ? undefined : armed.get(name);
  if (point === undefined) return;
  point.hits += 1;
  await point.action(point.hits);
}

/** Sets the action of a failpoint and returns a function that removes it. For tests only. */
export function armFailpoint(name: string, action: FailpointAction): () => void {
  armed.set(name, { action, hits: 0 });
  return () => void armed.delete(name);
}

/**
 * Sets failpoint actions from the text of `BRIDGE_TEST_FAILPOINTS`, such as `change.before-commit=crash@3`: `crash` sends
 * SIGKILL, and `hang` never continues, when the failpoint is reached for the third time (`@3`), or each time without `@`.
 */
export function armFailpointsFrom(text: string | undefined): void {
  for (const part of (text ?? '').split(',')) {
    const [, name, what, at] = /^([a-z.-]+)=(crash|hang)(?:@([0-9]+))?$/.exec(part.trim()) ?? [];
    if (name === undefined) continue;
    armFailpoint(name, (hit) => {
      if (at !== undefined && hit !== Number(at)) return undefined;
      if (what === 'crash') process.kill(process.pid, 'SIGKILL');
      return new Promise(() => undefined);
    });
  }
}
