import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkRevisions, type ObservedPageCall } from './check-revisions.ts';
import { prng, type SeededRandom } from './prng.ts';

const CLIENTS = 4;
const sha = (rev: number): string => `sha-${rev}`;

/**
 * Generates the history of a correct page whose clients send only revisions that they have read. Each call takes effect at a
 * moment between its start and end.
 */
function cleanHistory(random: SeededRandom, calls: number): ObservedPageCall[] {
  const events: ObservedPageCall[] = [];
  let now = 0;
  let rev = 1;
  events.push({ id: 0, op: 'write', exp: 0, outcome: 'ok', rev: 1, sha: sha(1), inv: 0, ret: 1 });
  const clients = Array.from({ length: CLIENTS }, () => ({ free: 1, known: 1 }));
  for (let id = 1; id <= calls; id += 1) {
    const client = random.pick(clients);
    const inv = Math.max(client.free, now - random.between(0, 6));
    const acts = Math.max(now, inv) + random.between(0, 2);
    const ret = acts + random.between(0, 6);
    now = acts;
    client.free = ret + 0.001;
    const exp = client.known;
    const known = rev;
    const op = random.weighted({ read: 3, write: 5, publish: 1 });
    if (op === 'read') events.push({ id, op, rev, sha: sha(rev), inv, ret });
    else if (op === 'publish') {
      const outcome = exp === rev ? 'ok' : 'conflict';
      events.push({ id, op, exp, outcome, rev: outcome === 'ok' ? null : rev, inv, ret });
    } else if (exp !== rev) {
      events.push({ id, op, exp, outcome: 'conflict', rev, sha: sha(exp + 1), inv, ret });
    } else {
      rev += 1;
      const lost = random.chance(0.15);
      const seen = lost
        ? ({ outcome: 'unknown', rev: null } as const)
        : { outcome: 'ok' as const, rev };
      events.push({
        id,
        op,
        exp,
        ...seen,
        sha: sha(rev),
        inv,
        ret: lost ? Number.POSITIVE_INFINITY : ret,
      });
      if (lost) continue;
    }
    client.known = op === 'write' ? Math.max(known, rev) : known;
  }
  return events;
}

/** True when the calls could have happened in at least one order. Tries every order, so it is used for a few calls only. */
function explains(events: readonly ObservedPageCall[]): boolean {
  const seen = new Set<string>();
  const step = (left: readonly ObservedPageCall[], rev: number, content: string): boolean => {
    if (left.every((event) => event.op !== 'read' && event.outcome === 'unknown')) return true;
    const state = `${left.map(({ id }) => id).join()} ${rev} ${content}`;
    if (seen.has(state)) return false;
    seen.add(state);
    const soonest = Math.min(...left.map(({ ret }) => ret));
    return left.some((event) => {
      if (event.inv > soonest) return false;
      const rest = left.filter((other) => other !== event);
      if (event.op === 'read')
        return event.rev === rev && event.sha === content && step(rest, rev, content);
      if (event.outcome === 'conflict')
        return rev > event.exp && (event.rev ?? rev) === rev && step(rest, rev, content);
      if (event.op === 'publish')
        return (event.outcome === 'unknown' || event.exp === rev) && step(rest, rev, content);
      if (event.outcome === 'ok')
        return event.exp === rev && event.rev === rev + 1 && step(rest, rev + 1, event.sha ?? '');
      // A call without an answer may have taken effect at this point of the order, or never.
      return (
        (event.exp === rev && step(rest, rev + 1, event.sha ?? '')) || step(rest, rev, content)
      );
    });
  };
  return step(events, 0, '');
}

/** Functions that insert an anomaly into a correct history. They return null when the history does not allow it. */
const ANOMALIES: Readonly<
  Record<string, (events: ObservedPageCall[]) => ObservedPageCall[] | null>
> = {
  'a stale read': (events) => {
    const last = Math.max(...events.map(({ ret }) => (Number.isFinite(ret) ? ret : 0)));
    const top = events.filter((event) => event.op === 'write' && event.outcome === 'ok').length;
    if (top < 3) return null;
    return [...events, { id: 901, op: 'read', rev: 2, sha: sha(2), inv: last + 1, ret: last + 2 }];
  },
  'a phantom success': (events) => {
    const write = events.find(
      (event) => event.op === 'write' && event.exp > 0 && event.outcome === 'ok',
    );
    return write === undefined ? null : [...events, { ...write, id: 902 }];
  },
  'a vanished write': (events) => {
    const at = events.findIndex(
      (event) =>
        event.op === 'write' &&
        event.outcome === 'ok' &&
        event.exp > 0 &&
        events.some(
          (other) => other.op === 'write' && other.outcome === 'ok' && other.exp > event.exp,
        ) &&
        !events.some(
          (other) => other.op === 'write' && other.outcome === 'unknown' && other.exp === event.exp,
        ),
    );
    return at < 0 ? null : events.filter((_, n) => n !== at);
  },
  'a wrong revision': (events) => {
    const at = events.findIndex(
      (event) => event.op === 'write' && event.outcome === 'ok' && event.exp > 0,
    );
    return at < 0
      ? null
      : events.map((event, n) =>
          n === at && event.op === 'write' ? { ...event, rev: event.exp + 2 } : event,
        );
  },
  'a false conflict': (events) => {
    const read = events.find((event) => event.op === 'read');
    if (read?.op !== 'read') return null;
    const last = Math.max(...events.map(({ ret }) => (Number.isFinite(ret) ? ret : 0)));
    const { rev } = read;
    // Call 903 returns revision `rev` after a conflict has already reported that `rev` is no longer current.
    const chain = events.filter((event) => event.op === 'write' && event.exp < rev);
    return [
      ...chain,
      { id: 903, op: 'read', rev, sha: sha(rev), inv: last + 1, ret: last + 2 },
      {
        id: 904,
        op: 'write',
        exp: rev,
        outcome: 'conflict',
        rev: null,
        sha: null,
        inv: last + 3,
        ret: last + 4,
      },
      { id: 905, op: 'read', rev, sha: sha(rev), inv: last + 5, ret: last + 6 },
    ];
  },
};

describe('the check of revisions', () => {
  test('accepts a long history of a correct page, in linear time', () => {
    for (let seed = 1; seed <= 20; seed += 1)
      expect(checkRevisions(cleanHistory(prng(seed), 4_000)), `seed ${seed}`).toEqual([]);
  });

  test.each(Object.entries(ANOMALIES))('catches %s wherever it is planted', (_, plant) => {
    let planted = 0;
    for (let seed = 1; seed <= 50; seed += 1) {
      const bad = plant(cleanHistory(prng(seed), 60));
      if (bad === null) continue;
      planted += 1;
      expect(checkRevisions(bad), `seed ${seed}`).not.toEqual([]);
    }
    expect(planted).toBeGreaterThan(25);
  });

  // Verifies: drafts.one-winner.
  test('catches content that its revision was never written with', () => {
    const events = cleanHistory(prng(3), 40);
    const read = events.findIndex((event) => event.op === 'read');
    const bad = events.map((event, n) =>
      n === read && event.op === 'read' ? { ...event, sha: 'other' } : event,
    );
    expect(checkRevisions(bad)).not.toEqual([]);
  });

  test('lets a call without an answer have taken effect late, or never', () => {
    const events: ObservedPageCall[] = [
      { id: 1, op: 'write', exp: 0, outcome: 'ok', rev: 1, sha: 'a', inv: 0, ret: 1 },
      {
        id: 2,
        op: 'write',
        exp: 1,
        outcome: 'unknown',
        rev: null,
        sha: 'b',
        inv: 2,
        ret: Infinity,
      },
      { id: 3, op: 'read', rev: 1, sha: 'a', inv: 9, ret: 10 },
    ];
    expect(checkRevisions(events)).toEqual([]);
    expect(
      checkRevisions([...events, { id: 4, op: 'read', rev: 2, sha: 'b', inv: 11, ret: 12 }]),
    ).toEqual([]);
    expect(
      checkRevisions([...events, { id: 4, op: 'read', rev: 2, sha: 'c', inv: 11, ret: 12 }]),
    ).not.toEqual([]);
  });

  test('agrees with trying every order, on short correct and altered histories', () => {
    let bad = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 8 }),
        fc.option(
          fc.record({
            at: fc.nat(),
            by: fc.integer({ min: -2, max: 2 }),
            what: fc.constantFrom('rev', 'exp', 'inv', 'drop'),
          }),
        ),
        (seed, calls, bend) => {
          const clean = cleanHistory(prng(seed), calls);
          const events = bend === null ? clean : bent(clean, bend);
          // Histories in which a client sends a revision that it cannot have read are left out, because `checkRevisions` does
          // not support them.
          fc.pre(onlyKnown(events));
          const possible = explains(events);
          if (!possible) bad += 1;
          expect(checkRevisions(events).length === 0, JSON.stringify(events)).toBe(possible);
        },
      ),
      { numRuns: 3_000, seed: 5 },
    );
    expect(bad).toBeGreaterThan(300);
  });
});

/** Changes one member of one call at random, or removes the call. */
function bent(
  events: readonly ObservedPageCall[],
  { at, by, what }: { readonly at: number; readonly by: number; readonly what: string },
): ObservedPageCall[] {
  const n = at % events.length;
  if (what === 'drop') return events.filter((_, i) => i !== n);
  return events.map((event, i): ObservedPageCall => {
    if (i !== n) return event;
    if (what === 'inv') {
      const { inv, ret } = { inv: event.inv + 3 * by, ret: event.ret + 3 * by };
      return { ...event, inv, ret };
    }
    if (event.op === 'read') return { ...event, rev: Math.max(1, event.rev + by) };
    if (what === 'rev' && event.rev !== null) return { ...event, rev: event.rev + by };
    return {
      ...event,
      exp: Math.max(event.op === 'write' && event.exp === 0 ? 0 : 1, event.exp + by),
    };
  });
}

/** True when every expected revision existed before its call was sent, as far as the answers show. */
function onlyKnown(events: readonly ObservedPageCall[]): boolean {
  return events.every(
    (event) =>
      event.op === 'read' ||
      event.exp === 0 ||
      events.some((other) => {
        if (other.ret >= event.inv) return false;
        if (other.op === 'read') return other.rev === event.exp;
        if (other.outcome === 'conflict') return other.rev === event.exp;
        if (other.op === 'publish') return other.outcome === 'ok' && other.exp === event.exp;
        return other.outcome === 'ok' && other.exp + 1 === event.exp;
      }),
  );
}
