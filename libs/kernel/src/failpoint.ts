/** A test's action at a failpoint: throw, wait, or end the process. `hit` counts from 1. */
export type FailpointAction = (hit: number) => void | Promise<void>;

const armed = new Map<string, { readonly action: FailpointAction; hits: number }>();

/**
 * A named step at which a test can make this process fail, such as `change.after-claim`. In production none is armed, and
 * a failpoint costs one look-up in an empty map.
 */
export async function failpoint(name: string): Promise<void> {
  const point = armed.size === 0 ? undefined : armed.get(name);
  if (point === undefined) return;
  point.hits += 1;
  await point.action(point.hits);
}

/** Arms a failpoint and returns a function that disarms it. For tests only. */
export function armFailpoint(name: string, action: FailpointAction): () => void {
  armed.set(name, { action, hits: 0 });
  return () => void armed.delete(name);
}

/**
 * Arms failpoints from `BRIDGE_TEST_FAILPOINTS`, such as `change.before-commit=crash@3,publish.before-commit=hang`:
 * `crash` sends SIGKILL at that hit, `hang` never continues.
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
