import { describe, expect, it } from 'vitest';
import { makeTurns } from './turns.ts';

describe('turns', () => {
  it('let no more than so many run at once, in order, also after failures', async () => {
    const turns = makeTurns(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const all = await Promise.allSettled(
      Array.from({ length: 7 }, (_, i) =>
        turns.run(async () => {
          started.push(i);
          most = Math.max(most, (running += 1));
          await new Promise(setImmediate);
          running -= 1;
          if (i === 2) return Promise.reject(new Error('two'));
          return i;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(all.map(({ status }) => status === 'fulfilled')).toEqual([
      ...[true, true, false, true, true, true, true],
    ]);
  });
});
