/**
 * Returns true when `work` resolves or rejects within `ms` milliseconds. A plain `setTimeout` is used, because aborting a timer
 * of node:timers/promises takes as long as a whole call over the bus.
 */
export function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const settled = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    work.then(settled, settled);
  });
}
