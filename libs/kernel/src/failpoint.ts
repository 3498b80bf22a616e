/** What a test does when a step is reached: throw, wait, or end the process. */
export type FailpointAction = (hit: number) => void | Promise<void>;

const armed = new Map<string, { readonly action: FailpointAction; hits: number }>();

/**
 * A named step at which a test can make this process fail. Nothing is armed in production: it costs one look into an
 * empty map. Names read `change.after-claim`.
 */
export async function failpoint(name: string): Promise<void> {
  const point = armed.size === 0 ? undefined : armed.get(name);
  if (point === undefined) return;
  point.hits += 1;
  await point.action(point.hits);
}

/** Arms a step; returns what disarms it. For tests only. */
export function armFailpoint(name: string, action: FailpointAction): () => void {
  armed.set(name, { action, hits: 0 });
  return () => void armed.delete(name);
}

/**
 * Arms steps of a process from `BRIDGE_TEST_FAILPOINTS`, as `change.before-commit=crash@3,publish.before-commit=hang`:
 * `crash` ends the process like SIGKILL at that hit, `hang` never goes on.
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
