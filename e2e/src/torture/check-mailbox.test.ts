import { describe, expect, test } from 'vitest';
import { checkMailbox, type InboxCallRecord, type MailboxHistory } from './check-mailbox.ts';
import { prng } from './prng.ts';

const READERS = ['key:a', 'key:b', 'key:c'] as const;

/** A message that the simulated mailbox has stored. */
interface StoredMessage {
  readonly id: number;
  readonly text: string;
  readonly to: string;
  isAcked: boolean;
}

/**
 * Generates the history of a correct mailbox. Calls overlap, some answers are lost, and each call takes effect at a moment
 * between its start and end.
 */
function cleanMailbox(seed: number, steps = 80): MailboxHistory {
  const random = prng(seed);
  const stored: StoredMessage[] = [];
  const sent: MailboxHistory['sent'][number][] = [];
  const reads: InboxCallRecord[] = [];
  const known = new Map<string, Set<number>>(READERS.map((reader) => [reader, new Set()]));
  let now = 0;
  const read = (reader: string, wish: { afterId: number; limit: number }, acks: number[]): void => {
    now += 10;
    const isLost = random.chance(0.1);
    for (const one of stored) if (one.to === reader && acks.includes(one.id)) one.isAcked = true;
    const waiting = stored.filter(
      ({ id, to, isAcked }) => to === reader && !isAcked && id > wish.afterId,
    );
    const page = waiting.slice(0, wish.limit).map(({ id, text }) => ({ id, text }));
    const inv = now - random.below(15);
    const at = { reader, from: inv - random.below(15), inv, acks, afterId: wish.afterId };
    if (isLost) return void reads.push({ ...at, ret: Infinity, listed: [], next: null });
    for (const { id } of page) known.get(reader)?.add(id);
    const next = waiting.length > page.length ? (page.at(-1)?.id ?? null) : null;
    reads.push({ ...at, ret: now + random.below(15), listed: page, next });
  };
  for (let n = 0; n < steps; n += 1) {
    if (random.chance(0.5)) {
      now += 10;
      const [text, to, id] = [`text ${n}`, random.pick(READERS), stored.length + 1];
      const outcome = random.weighted({ done: 8, lost: 1, never: 1 });
      if (outcome !== 'never') stored.push({ id, text, to, isAcked: false });
      const isKnown = outcome === 'done';
      const ret = isKnown ? now + random.below(15) : Infinity;
      sent.push({ text, to, inv: now - random.below(15), ret, id: isKnown ? id : null });
      continue;
    }
    const reader = random.pick(READERS);
    const own = [...(known.get(reader) ?? [])];
    const acks = own.filter(() => random.chance(0.3));
    const foreign = stored.filter(({ to }) => to !== reader).slice(-2);
    const all = random.chance(0.2) ? [...acks, ...foreign.map(({ id }) => id)] : acks;
    const afterId = random.chance(0.2) ? Math.max(0, ...own) : 0;
    read(reader, { afterId, limit: random.pick([2, 30]) }, all);
  }
  now += 20;
  for (const reader of READERS)
    for (let last = null as InboxCallRecord | null; last === null || !Number.isFinite(last.ret);) {
      read(reader, { afterId: 0, limit: 1_000 }, []);
      last = reads.at(-1) ?? null;
    }
  return { sent, reads };
}

/**
 * A function that changes a correct history so that it breaks one promise of the mailbox; it returns null when the history does
 * not allow this.
 */
type FaultInsertion = (history: MailboxHistory) => MailboxHistory | null;
function changeRead(history: MailboxHistory, at: number, change: Partial<InboxCallRecord>) {
  const reads = history.reads.map((one, n) => (n === at ? { ...one, ...change } : one));
  return { ...history, reads };
}
/** The index of the last read of a reader that lists at least two messages; -1 when there is none. */
function finalOf({ reads }: MailboxHistory): number {
  const at = reads.length - READERS.length;
  return reads.findIndex(
    ({ listed, ret }, n) => n >= at && listed.length > 1 && Number.isFinite(ret),
  );
}
const withFinal =
  (
    plant: (read: InboxCallRecord, history: MailboxHistory) => Partial<InboxCallRecord> | null,
  ): FaultInsertion =>
  (history) => {
    const at = finalOf(history);
    const read = history.reads[at];
    const change = read === undefined ? null : plant(read, history);
    return change === null ? null : changeRead(history, at, change);
  };

/** Functions, by the fault that they insert, that change a correct history so that it breaks one promise of the mailbox. */
const FAULTS: Readonly<Record<string, FaultInsertion>> = {
  'a message that was sent and lost': (history) => {
    const lost = history.sent.find(({ id }) => id !== null)?.text;
    const reads = history.reads.map((read) => ({
      ...read,
      listed: read.listed.filter(({ text }) => text !== lost),
    }));
    return { ...history, reads };
  },
  'a message that waits and is not listed': withFinal(({ listed }, { sent }) => {
    const skipped = listed.find(({ text }) =>
      sent.some((one) => one.text === text && one.id !== null),
    );
    return skipped === undefined ? null : { listed: listed.filter((one) => one !== skipped) };
  }),
  'a message that comes back after its acknowledgement': withFinal(
    ({ listed, reader }, { reads, sent }) => {
      const acked = reads.find(
        (read) => read.reader === reader && Number.isFinite(read.ret) && read.acks.length > 0,
      )?.acks;
      const back = sent.find(({ id, to }) => to === reader && id !== null && acked?.includes(id));
      if (back === undefined || back.id === null) return null;
      const again = [...listed, { id: back.id, text: back.text }];
      return { listed: again.toSorted((a, b) => a.id - b.id) };
    },
  ),
  'a message of another reader': withFinal(({ listed, reader }, { sent }) => {
    const other = sent.find(({ id, to }) => to !== reader && id !== null);
    if (other === undefined || other.id === null) return null;
    return {
      listed: [...listed, { id: other.id, text: other.text }].toSorted((a, b) => a.id - b.id),
    };
  }),
  'a message that nobody sent': withFinal(({ listed }) => ({
    listed: [...listed, { id: 1_000, text: 'from nowhere' }],
  })),
  'a message that is stored twice': withFinal(({ listed }) => ({
    listed: [...listed, { id: 1_000, text: listed[0]?.text ?? '' }],
  })),
  'a list out of order': withFinal(({ listed }) => ({ listed: listed.toReversed() })),
  'a message that appears behind a later one': (history) => {
    const at = finalOf(history);
    const read = history.reads[at];
    if (read === undefined) return null;
    const first = read.listed[0];
    const before = {
      ...read,
      from: read.inv - 3,
      inv: read.inv - 2,
      ret: read.inv - 1,
      listed: read.listed.slice(1),
    };
    // The history contains no answer to the call that sent the message, so that only the order of messages is wrong.
    const sent = history.sent.map((one) =>
      one.text === first?.text ? { ...one, id: null, ret: Infinity } : one,
    );
    const earlier = history.reads.map((other) => ({
      ...other,
      listed: other.listed.filter(({ text }) => text !== first?.text),
    }));
    const reads = [...earlier.slice(0, at), before, read, ...earlier.slice(at + 1)];
    return { sent, reads };
  },
};

describe('the check of inboxes', () => {
  test('accepts the history of a correct mailbox', () => {
    for (let seed = 1; seed <= 100; seed += 1)
      expect(checkMailbox(cleanMailbox(seed)), `seed ${seed}`).toEqual([]);
  });

  // Verifies: relay.at-least-once, relay.acknowledged, relay.order.
  test.each(Object.entries(FAULTS))('catches %s', (_, plant) => {
    let planted = 0;
    for (let seed = 1; seed <= 100; seed += 1) {
      const bad = plant(cleanMailbox(seed));
      if (bad === null) continue;
      planted += 1;
      expect(checkMailbox(bad), `seed ${seed}`).not.toEqual([]);
    }
    expect(planted).toBeGreaterThan(20);
  });
});
