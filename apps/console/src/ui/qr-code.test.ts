import { expect, test } from 'vitest';
import { qrPath } from './qr-code.tsx';

// Verifies: console.qr.
test('the code has its three position marks and a quiet zone of four modules', () => {
  const { path, size } = qrPath('http://p42.localhost:4001/');
  const dark = new Set(path.split('z').map((square) => square.replace(/^M|h.*$/g, '')));
  const last = size - 5;
  for (const [x, y] of [
    [4, 4],
    [last, 4],
    [4, last],
  ])
    expect(dark).toContain(`${x} ${y}`);
  for (const square of dark) {
    const [x = 4, y = 4] = square === '' ? [] : square.split(' ').map(Number);
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4);
    expect(Math.max(x, y)).toBeLessThanOrEqual(last);
  }
});
