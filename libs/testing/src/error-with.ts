import { expect } from 'vitest';

/** Returns a matcher for a BridgeError with this code whose details include these members, for `toMatchObject`. */
export function errorWith(code: string, details: object = {}): { code: string; details: object } {
  return { code, details: expect.objectContaining(details) as object };
}
