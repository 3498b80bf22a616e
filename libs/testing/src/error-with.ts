import { expect } from 'vitest';

/** Matches a BridgeError with this code whose details contain these members; for `toMatchObject` and its relatives. */
export function errorWith(code: string, details: object = {}): { code: string; details: object } {
  return { code, details: expect.objectContaining(details) as object };
}
