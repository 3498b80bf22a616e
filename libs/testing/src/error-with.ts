import { expect } from 'vitest';

/** Returns a pattern for `toMatchObject`: a BridgeError with this code whose details include these properties. */
export function errorWith(code: string, details: object = {}): { code: string; details: object } {
  return { code, details: expect.objectContaining(details) as object };
}
