/**
 * A callback that is called before each call of a watched method (`db.rows`) and after it (`db.rows done`). The call waits for
 * its promise.
 */
export type WatchedMethodCallback = (point: string) => Promise<void>;

/** Names of the watched asynchronous methods, by module. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  db: ['rows', 'change', 'transaction'],
  bus: ['request'],
  blobs: ['put', 'putStream', 'stat', 'get', 'stream', 'range'],
};

/**
 * Wraps a module so that `at` is called before and after its watched methods. Tests use it to inject an event at a chosen call.
 */
export function watched<T extends object>(name: string, part: T, at: WatchedMethodCallback): T {
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
