import { fakeClock } from '@bridge/testing';
import { describe, expect, test } from 'vitest';
import { AdmissionQueue } from './admission-queue.ts';

/** Expected number of slots (concurrent calls) while the process is busy and while it is idle. */
const SLOTS = { busy: 10, idle: 48 };
const QUEUED_MAX = 128;

/** The state of a call in the admission queue under test. */
type CallState = 'queued' | 'admitted' | 'shed';
/** Returns the state that a call has now, without waiting for a queued call. */
async function stateOf(call: ReturnType<AdmissionQueue['acquireSlot']>): Promise<CallState> {
  const queued = Symbol('queued');
  const slot = await Promise.race([call, Promise.resolve().then(() => Promise.resolve(queued))]);
  if (slot === queued) return 'queued';
  return slot === null ? 'shed' : 'admitted';
}
const statesOf = (...calls: ReturnType<AdmissionQueue['acquireSlot']>[]) =>
  Promise.all(calls.map(stateOf));

/** Creates a queue whose slots are all held by admitted calls. Each function in `free` frees one slot. */
async function makeFullQueue(isBusy = true): Promise<{
  readonly queue: AdmissionQueue;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly free: (() => void)[];
}> {
  const clock = fakeClock(0);
  const queue = new AdmissionQueue(clock, () => isBusy);
  const free: (() => void)[] = [];
  const slots = isBusy ? SLOTS.busy : SLOTS.idle;
  for (let n = 0; n < slots; n += 1) free.push((await queue.acquireSlot()) ?? expect.fail());
  return { queue, clock, free };
}

/** Creates a queue without a free slot that has just shed a call, so that it counts as overloaded. */
async function makeOverloadedQueue(): ReturnType<typeof makeFullQueue> {
  const made = await makeFullQueue();
  const call = made.queue.acquireSlot();
  made.clock.advance(201);
  made.queue.update();
  expect(await stateOf(call)).toBe('shed');
  return made;
}

test('a call that finds a free slot is admitted at once', () => {
  const queue = new AdmissionQueue(fakeClock(0), () => true);
  expect(queue.acquireSlot()).toBeTypeOf('function');
});

describe('a full queue', () => {
  test('admits waiting calls in order of arrival as slots become free', async () => {
    const { queue, free } = await makeFullQueue();
    const [first, second] = [queue.acquireSlot(), queue.acquireSlot()];
    free[0]?.();
    expect(await statesOf(first, second)).toEqual(['admitted', 'queued']);
    free[1]?.();
    expect(await stateOf(second)).toBe('admitted');
  });

  test('frees a slot once, however often a call ends', async () => {
    const { queue, free } = await makeFullQueue();
    free[0]?.();
    free[0]?.();
    expect(await statesOf(queue.acquireSlot(), queue.acquireSlot())).toEqual([
      'admitted',
      'queued',
    ]);
    expect([queue.admitted(), queue.queued()]).toEqual([SLOTS.busy, 1]);
  });

  test('sheds a call that waited longer than 200 ms', async () => {
    const { queue, clock } = await makeFullQueue();
    const call = queue.acquireSlot();
    clock.advance(200);
    queue.update();
    expect(await stateOf(call)).toBe('queued');
    clock.advance(1);
    queue.update();
    expect(await stateOf(call)).toBe('shed');
  });

  test('sheds a call at once when 128 calls wait', async () => {
    const { queue } = await makeFullQueue();
    for (let n = 0; n < QUEUED_MAX; n += 1) void queue.acquireSlot();
    expect(await stateOf(queue.acquireSlot())).toBe('shed');
  });

  // Verifies: operations.shedding.
  test('is overloaded when it is full: the newest call is admitted first', async () => {
    const { queue, free } = await makeFullQueue();
    const calls = Array.from({ length: QUEUED_MAX }, () => queue.acquireSlot());
    void queue.acquireSlot();
    free[0]?.();
    expect(await stateOf(calls[0] ?? null)).toBe('queued');
    expect(await stateOf(calls.at(-1) ?? null)).toBe('admitted');
  });

  test('sheds all waiting calls when it closes', async () => {
    const { queue } = await makeFullQueue();
    const call = queue.acquireSlot();
    queue.close();
    expect(await stateOf(call)).toBe('shed');
  });
});

// Verifies: operations.shedding.
describe('an overloaded queue', () => {
  test('sheds calls that find no slot at once, and admits calls that do', async () => {
    const { queue, clock, free } = await makeOverloadedQueue();
    const late = queue.acquireSlot();
    clock.advance(2);
    queue.update();
    expect(await stateOf(late)).toBe('shed');
    const quick = queue.acquireSlot();
    free[0]?.();
    expect(await stateOf(quick)).toBe('admitted');
  });

  test('fills a free slot before it sheds calls', async () => {
    const { queue, clock, free } = await makeOverloadedQueue();
    const [older, newer] = [queue.acquireSlot(), queue.acquireSlot()];
    clock.advance(3);
    free[0]?.();
    expect(await statesOf(older, newer)).toEqual(['shed', 'admitted']);
  });

  test('admits the newest call first, until no call was shed for a second', async () => {
    const { queue, clock, free } = await makeOverloadedQueue();
    const [first, second] = [queue.acquireSlot(), queue.acquireSlot()];
    free[0]?.();
    expect(await statesOf(first, second)).toEqual(['queued', 'admitted']);
    free[1]?.();
    expect(await stateOf(first)).toBe('admitted');
    clock.advance(1_000);
    const [older, newer] = [queue.acquireSlot(), queue.acquireSlot()];
    free[2]?.();
    expect(await statesOf(older, newer)).toEqual(['admitted', 'queued']);
  });
});

test('a new call finds the slots that became free while calls waited', async () => {
  const { queue, clock } = await makeFullQueue(false);
  const first = queue.acquireSlot();
  clock.advance(40);
  expect(await statesOf(first, queue.acquireSlot())).toEqual(['admitted', 'admitted']);
});

test('calls that wait for a service without an answer leave slots for calls to other services', async () => {
  const { queue, clock, free } = await makeFullQueue(false);
  const [first, second] = [queue.acquireSlot(), queue.acquireSlot()];
  expect(await statesOf(first, second)).toEqual(['queued', 'queued']);
  clock.advance(40);
  queue.update();
  expect(await statesOf(first, second)).toEqual(['admitted', 'admitted']);
  for (const end of free) end();
  expect(await stateOf(queue.acquireSlot())).toBe('admitted');
});
