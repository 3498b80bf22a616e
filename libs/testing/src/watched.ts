/** Called before and after each call of a watched method, as `db.rows` and `db.rows done`; the call waits for it. */
export type Watch = (point: string) => Promise<void>;

/** The methods by which a request crosses from one part to another and waits for the answer. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  db: ['rows', 'change', 'transaction'],
  bus: ['request'],
  blobs: ['put', 'putStream', 'stat', 'get', 'stream', 'range'],
};

/**
 * The same part, real in all it does, with `at` called around each of its waits: so that a test can let something happen
 * at every await of a pipeline, by its number and not by time.
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
