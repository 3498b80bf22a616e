import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { isRequired, MissingTestResourceError } from './requirement.ts';

/**
 * Declares a suite that needs a resource, such as a server. `open` creates it before the suite, `close` removes it afterwards.
 * When `open` throws MissingTestResourceError, all tests are skipped, or fail when BRIDGE_REQUIRE lists the resource.
 */
export function describeWith<T>(
  name: string,
  open: () => Promise<T>,
  close: (opened: T) => Promise<void>,
  body: (opened: () => T) => void,
): void {
  describe(name, () => {
    let opened: { readonly value: T } | null = null;
    let missing: MissingTestResourceError | null = null;
    beforeAll(async () => {
      try {
        opened = { value: await open() };
      } catch (error) {
        if (!(error instanceof MissingTestResourceError) || isRequired(error.requirement))
          throw error;
        missing = error;
      }
    });
    beforeEach((context) => {
      if (missing !== null) context.skip(missing.message);
    });
    afterAll(async () => {
      if (opened !== null) await close(opened.value);
    });
    body(() => {
      if (opened === null) throw new Error(`${name}: read inside of a test only`);
      return opened.value;
    });
  });
}
