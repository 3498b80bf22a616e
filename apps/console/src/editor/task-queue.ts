/** A function that runs a task after all tasks that were passed to it before. */
export type SequentialTaskRunner = <T>(task: () => Promise<T>) => Promise<T>;

/** Creates a queue that runs one asynchronous task at a time. */
export function makeTaskQueue(): SequentialTaskRunner {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}
