/** Lets at most so many run at once; the others wait in their order. */
export interface Turns {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes turns for `atOnce` runs, so that the bodies in memory stay few however many calls come in. */
export function makeTurns(atOnce: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;
  const next = (): void => {
    if (running >= atOnce) return;
    const start = waiting.shift();
    if (start === undefined) return;
    running += 1;
    start();
  };
  return {
    run: async (work) => {
      await new Promise<void>((start) => {
        waiting.push(start);
        next();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        next();
      }
    },
  };
}
