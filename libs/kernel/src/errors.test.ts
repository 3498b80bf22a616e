import { ERRORS, type ErrorCode } from '@bridge/contracts';
import { describe, expect, test } from 'vitest';
import { BridgeError, isBridgeError } from './errors.ts';
import { fromWire } from './wire-error.ts';

describe('an error of the product', () => {
  test('sends its public members over the wire, and keeps its cause', () => {
    const error = new BridgeError(
      'rate_limited',
      { limit: 'changes 5/s' },
      { cause: new Error('bucket of key_1'), retryAfterS: 2 },
    );
    const wire = JSON.parse(JSON.stringify(error.toWire()));
    expect(wire).toEqual({
      code: 'rate_limited',
      details: { limit: 'changes 5/s' },
      retry_after_s: 2,
    });
    const back = fromWire(wire);
    expect(back.toWire()).toEqual(error.toWire());
    expect(back.cause).toBeUndefined();
  });

  test('comes back as it went, for every code', () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const back = fromWire({ code, details: {} });
      expect([back.code, back.retryAfterS]).toEqual([code, undefined]);
      expect(isBridgeError(back, code)).toBe(true);
    }
  });

  test('of a code this version does not know is internal', () => {
    for (const code of ['invented_tomorrow', 'toString', ''])
      expect(fromWire({ code, details: { text: 'x' } }).toWire()).toEqual({
        code: 'internal',
        details: {},
        retry_after_s: undefined,
      });
  });

  test('is distinguished from every other error, and by its code', () => {
    const error = new BridgeError('gone', {});
    expect(isBridgeError(error)).toBe(true);
    expect(isBridgeError(error, 'gone')).toBe(true);
    expect(isBridgeError(error, 'internal')).toBe(false);
    for (const other of [new Error('gone'), { code: 'gone', details: {} }, null, 'gone'])
      expect(isBridgeError(other)).toBe(false);
  });
});
