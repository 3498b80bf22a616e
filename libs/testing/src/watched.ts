/** Called before and after each call of a watched method, with `db.rows` and `db.rows done`; the call waits until it resolves. */
export type Watch = (point: string) => Promise<void>;

/** The asynchronous methods through which one part calls another, by part. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  db: ['rows', 'change', 'transaction'],
  bus: ['request'],
  blobs: ['put', 'putStream', 'stat', 'get', 'stream', 'range'],
};

/**
 * Wraps a real part so that `at` is called around each of its asynchronous methods. A test can then inject an event at the
 * n-th await of a pipeline instead of at a time.
 */
export function watched<T extends object>(name: string, part: T, at: Watch): T {
  const methods = METHODS[name] ?? [];
  return new Proxy(part, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...given: unknown[]) => unknown;
      if (typeof property !== 'string' || !methods.includes(property)) return method;
      return async (...given: unknown[]) => {
        await at(`${name}.${property}`);
        try {
          return await method(...given);
        } finally {
          await at(`${name}.${property} done`);
        }
      };
    },
  });
}
