import { afterEach, expect, test } from 'vitest';
import { releaseBuffer, selectBufferRelease } from './release-buffer.ts';

afterEach(() => selectBufferRelease(true));

test('a released buffer that owns its memory is empty at once', () => {
  const bytes = Buffer.allocUnsafeSlow(1_000);
  releaseBuffer(bytes);
  expect(bytes).toHaveLength(0);
});

test('a released view of a shared buffer leaves the other views as they are', () => {
  const whole = new Uint8Array([1, 2, 3, 4]);
  releaseBuffer(whole.subarray(0, 2));
  expect([...whole]).toEqual([1, 2, 3, 4]);
});

test('the plain twin leaves the memory of a buffer to garbage collection', () => {
  selectBufferRelease(false);
  const bytes = Buffer.allocUnsafeSlow(1_000);
  releaseBuffer(bytes);
  expect(bytes).toHaveLength(1_000);
});
