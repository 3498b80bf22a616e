/** Runs a task after all tasks that were given before it. */
export type TaskQueue = <T>(task: () => Promise<T>) => Promise<T>;

/** Makes a queue that runs one task at a time. */
export function makeTaskQueue(): TaskQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}
