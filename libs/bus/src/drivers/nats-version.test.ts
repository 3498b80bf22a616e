import { expect, test } from 'vitest';
import { isSafeVersion } from './nats-version.ts';

test.each([
  ['2.14.0', true],
  ['2.15.2', true],
  ['3.0.0', true],
  ['2.14.1-preview.2', true],
  ['2.13.9', false],
  ['2.12.7', true],
  ['2.12.6', false],
  ['2.11.16', true],
  ['2.11.15', false],
  ['2.9.10', false],
  ['1.99.99', false],
  ['', false],
])('NATS %s: fixed vulnerabilities: %s', (version, safe) => {
  expect(isSafeVersion(version)).toBe(safe);
});
