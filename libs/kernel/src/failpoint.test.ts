import { afterEach, expect, test } from 'vitest';
import { armFailpoint, armFailpointsFrom, failpoint } from './failpoint.ts';

const disarms: (() => void)[] = [];
afterEach(() => {
  for (const disarm of disarms.splice(0)) disarm();
});

test('an unarmed step has no effect', async () => {
  await expect(failpoint('change.after-claim')).resolves.toBeUndefined();
});

test('an armed step does what the test said, and knows which hit it is, until it is disarmed', async () => {
  const hits: number[] = [];
  const disarm = armFailpoint('change.after-claim', (hit) => {
    hits.push(hit);
    if (hit === 2) throw new Error('as told');
  });
  await failpoint('change.after-claim');
  await expect(failpoint('change.after-claim')).rejects.toThrow('as told');
  await failpoint('change.before-commit');
  disarm();
  await failpoint('change.after-claim');
  expect(hits).toEqual([1, 2]);
});

test('steps are armed from one text, and an invalid step is ignored', async () => {
  armFailpointsFrom(undefined);
  armFailpointsFrom('change.x=explode, nonsense, publish.before-commit=hang@2');
  disarms.push(armFailpoint('unused', () => undefined));
  await failpoint('change.x');
  await failpoint('publish.before-commit');
  const hung = failpoint('publish.before-commit').then(() => 'went on');
  const turn = new Promise((resolve) => setImmediate(() => resolve('still there')));
  expect(await Promise.race([hung, turn])).toBe('still there');
  disarms.push(armFailpoint('publish.before-commit', () => undefined));
});
