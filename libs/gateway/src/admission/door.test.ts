import { fakeClock } from '@bridge/testing';
import { describe, expect, test } from 'vitest';
import { Door, type DoorKind, type Strain } from './door.ts';
import { DEFAULT_POLICY } from './policy.ts';

const CALM = { loopMs: 5, databaseMs: 2 };
const STRAINED = { loopMs: 201, databaseMs: 2 };
const NO_DATABASE = { loopMs: 5, databaseMs: 1_001 };
/** Reads that are worked on at once: while the process is busy, and while it has time to spare. */
const WORKING = { busy: 10, calm: 48 };

const SENT_AWAY = 'sent away';
/** What became of a call so far. */
async function fate(entered: ReturnType<Door['enter']>): Promise<string> {
  const waiting = Symbol('waiting');
  const found = await Promise.race([
    entered,
    Promise.resolve().then(() => Promise.resolve(waiting)),
  ]);
  return found === waiting ? 'waits' : found === null ? SENT_AWAY : 'inside';
}
/** A door with all its places taken; gives back what frees each of them. */
async function fullDoor(isBusy = true): Promise<{
  readonly door: Door;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly leave: (() => void)[];
}> {
  const clock = fakeClock(0);
  const door = new Door(clock, DEFAULT_POLICY.strain, () => isBusy);
  const leave: (() => void)[] = [];
  const working = isBusy ? WORKING.busy : WORKING.calm;
  for (let n = 0; n < working; n += 1) leave.push((await door.enter('read')) ?? expect.fail());
  return { door, clock, leave };
}

/** A full door that has just sent a read away: there is too much work. */
async function overrunDoor(): ReturnType<typeof fullDoor> {
  const { door, clock, leave } = await fullDoor();
  const given = door.enter('read');
  clock.advance(201);
  door.look();
  expect(await fate(given)).toBe(SENT_AWAY);
  return { door, clock, leave };
}

describe('a burst', () => {
  test('is taken whole: who finds no place waits for one, reads before searches, in order', async () => {
    const { door, leave } = await fullDoor();
    const search = door.enter('search');
    const first = door.enter('read');
    const second = door.enter('read');
    leave[0]?.();
    expect([await fate(search), await fate(first), await fate(second)]).toEqual([
      'waits',
      'inside',
      'waits',
    ]);
    leave[1]?.();
    leave[2]?.();
    expect([await fate(search), await fate(second)]).toEqual(['inside', 'inside']);
  });

  test('of changes is never held up by reads', async () => {
    const { door } = await fullDoor();
    for (let n = 0; n < 100; n += 1) expect(await fate(door.enter('change'))).toBe('inside');
  });

  test('gives each place back once, however often it is left', async () => {
    const { door, leave } = await fullDoor();
    leave[0]?.();
    leave[0]?.();
    expect(await fate(door.enter('read'))).toBe('inside');
    expect(await fate(door.enter('read'))).toBe('waits');
  });
});

describe('a line that stands', () => {
  test('keeps nobody waiting: searches are sent away first, then reads, and what is served at once still enters', async () => {
    const { door, clock, leave } = await fullDoor();
    const [search, read] = [door.enter('search'), door.enter('read')];
    clock.advance(51);
    door.look();
    expect([await fate(search), await fate(read)]).toEqual([SENT_AWAY, 'waits']);
    clock.advance(60);
    door.look();
    expect(await fate(read)).toBe(SENT_AWAY);
    // There is too much work now: what is not served at once is not served.
    const late = [door.enter('read'), door.enter('search')];
    clock.advance(2);
    door.look();
    expect(await Promise.all(late.map(fate))).toEqual([SENT_AWAY, SENT_AWAY]);
    const quick = door.enter('read');
    for (const one of leave) one();
    expect(await fate(quick)).toBe('inside');
  });

  test('fills a place that becomes free before it sends anybody away for having waited', async () => {
    const { door, clock, leave } = await overrunDoor();
    const [older, newer] = [door.enter('read'), door.enter('read')];
    clock.advance(3);
    leave[0]?.();
    expect([await fate(older), await fate(newer)]).toEqual([SENT_AWAY, 'inside']);
  });

  test('serves the newest first, so that what it lets in is fast, until nobody has been sent away for a second', async () => {
    const { door, clock, leave } = await overrunDoor();
    const [first, second] = [door.enter('read'), door.enter('read')];
    leave[0]?.();
    expect([await fate(first), await fate(second)]).toEqual(['waits', 'inside']);
    leave[1]?.();
    expect(await fate(first)).toBe('inside');
    clock.advance(1_001);
    const [older, newer] = [door.enter('read'), door.enter('read')];
    leave[2]?.();
    expect([await fate(older), await fate(newer)]).toEqual(['inside', 'waits']);
  });

  test('is bounded: one more than may wait is sent away at once', async () => {
    const { door } = await fullDoor();
    for (let n = 0; n < 128; n += 1) void door.enter('read');
    expect(await fate(door.enter('read'))).toBe(SENT_AWAY);
  });
});

test('calls that wait for a part that stands still do not keep out those who ask another part', async () => {
  const { door, clock, leave } = await fullDoor(false);
  const [first, second] = [door.enter('read'), door.enter('read')];
  expect([await fate(first), await fate(second)]).toEqual(['waits', 'waits']);
  clock.advance(40);
  door.look();
  expect([await fate(first), await fate(second)]).toEqual(['inside', 'inside']);
  for (const one of leave) one();
  expect(await fate(door.enter('search'))).toBe('inside');
});

describe('under strain', () => {
  const KINDS: readonly DoorKind[] = ['search', 'read', 'change'];
  const admitted = async (door: Door): Promise<readonly DoorKind[]> => {
    const fates = await Promise.all(
      KINDS.map(async (kind) => [kind, await fate(door.enter(kind))] as const),
    );
    return fates.flatMap(([kind, told]) => (told === 'inside' ? [kind] : []));
  };

  // Verifies: operations.shedding.
  test.each([
    ['of the event loop', STRAINED],
    ['of the database', NO_DATABASE],
  ])(
    '%s searches go first, then reads, then changes, and come back the same way',
    async (_, strain) => {
      const { door, leave } = await fullDoor();
      const seen: string[] = [];
      const feel = (now: Strain, times: number): void => {
        for (let n = 0; n < times; n += 1) {
          door.feel(now);
          seen.push(door.refuses().join(' '));
        }
      };
      feel(CALM, 1);
      feel(strain, 4);
      expect(await admitted(door)).toEqual([]);
      for (const one of leave) one();
      // Nobody is inside, the process is still slow, and many knock: no time to let everybody in.
      for (let n = 0; n < 16; n += 1) void door.enter('read');
      feel(strain, 1);
      // Nobody knocks any more.
      feel(strain, 1);
      feel(CALM, 3);
      expect(seen).toEqual([
        '',
        'search',
        'search read',
        'search read change',
        'search read change',
        'search read change',
        'search read',
        'search',
        '',
        '',
      ]);
      expect(await admitted(door)).toEqual(['search', 'read', 'change']);
    },
  );

  test('that is not ours nobody is sent away: a busy machine with few calls', async () => {
    const door = new Door(fakeClock(0), DEFAULT_POLICY.strain, () => true);
    for (let n = 0; n < 10; n += 1) {
      for (let calls = 0; calls < WORKING.busy - 1; calls += 1) (await door.enter('read'))?.();
      door.feel(STRAINED);
    }
    expect(await admitted(door)).toEqual(['search', 'read', 'change']);
  });

  test('who waits is told at once', async () => {
    const { door } = await fullDoor();
    const waiting = [door.enter('search'), door.enter('read')];
    door.feel(STRAINED);
    expect(await Promise.all(waiting.map(fate))).toEqual([SENT_AWAY, 'waits']);
    door.feel(STRAINED);
    expect(await fate(waiting[1] ?? null)).toBe(SENT_AWAY);
  });

  test('at the end everybody is told', async () => {
    const { door } = await fullDoor();
    const waiting = door.enter('read');
    door.close();
    expect(await fate(waiting)).toBe(SENT_AWAY);
  });
});
