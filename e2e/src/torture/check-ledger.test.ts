import { describe, expect, test } from 'vitest';
import {
  checkLedger,
  type AccountCredits,
  type StoredCreditHold,
  type LedgerEntry,
} from './check-ledger.ts';
import { prng } from './prng.ts';

const COST = 10;

/**
 * Generates the credits of a correct account: some calls were paid, some failed and were repeated, some were refused because no
 * credits were left.
 */
function cleanCredits(seed: number, calls = 40): AccountCredits {
  const random = prng(seed);
  const ledger: LedgerEntry[] = [];
  const post = (kind: LedgerEntry['kind'], amount: number, ref: string): void =>
    void ledger.push({ entry: ledger.length + 1, kind, amount, ref });
  const holds: StoredCreditHold[] = [];
  const drafts: string[] = [];
  const answers: { key: string; isDone: boolean }[] = [];
  let balance = 0;
  let holdsMade = 0;
  const grant = (amount: number): void => {
    balance += amount;
    post('grant', amount, `invoice-${ledger.length}`);
  };
  grant(COST * 4);
  for (let n = 0; n < calls; n += 1) {
    const key = `call-${n}`;
    if (random.chance(0.3)) grant(COST * 2);
    let isDone = false;
    for (let tries = random.below(3); tries >= 0 && !isDone && balance >= COST; tries -= 1) {
      const hold_id = `hold-${(holdsMade += 1)}`;
      const isCaptured = tries === 0;
      post('hold', COST, hold_id);
      post(isCaptured ? 'capture' : 'release', COST, hold_id);
      holds.push({ hold_id, key, amount: COST, state: isCaptured ? 'captured' : 'released' });
      if (!isCaptured) continue;
      balance -= COST;
      drafts.push(key);
      isDone = true;
    }
    answers.push({ key, isDone });
  }
  const granted = ledger.reduce(
    (all, { kind, amount }) => all + (kind === 'grant' ? amount : 0),
    0,
  );
  const kept = { granted, balance, held: 0, spent: granted - balance, entries: ledger.length };
  return { ledger, kept, holds, drafts, calls: answers };
}

/** Functions, by the fault that they insert, that change the correct credits of an account so that they break one promise. */
const FAULTS: Readonly<Record<string, (credits: AccountCredits) => AccountCredits>> = {
  'a balance that its entries do not add up to': (credits) => ({
    ...credits,
    kept: { ...credits.kept, balance: credits.kept.balance + 1 },
  }),
  'an entry that was lost': ({ ledger, ...credits }) => ({
    ...credits,
    ledger: ledger.filter(({ entry }) => entry !== 2),
  }),
  'a balance that was negative for a moment': ({ ledger, ...credits }) => {
    // Moves the first ledger entry `hold` before the grant of the credits that it holds.
    const hold = ledger.find(({ kind }) => kind === 'hold');
    if (hold === undefined) throw new Error('no place for the fault');
    const order = [hold, ...ledger.filter((one) => one !== hold)];
    return { ...credits, ledger: order.map((one, n) => ({ ...one, entry: n + 1 })) };
  },
  'a hold that ended twice': ({ ledger, kept, ...credits }) => {
    const { ref = '' } = ledger.find(({ kind }) => kind === 'capture') ?? {};
    const entry = ledger.length + 1;
    return {
      ...credits,
      ledger: [...ledger, { entry, kind: 'release', amount: COST, ref }],
      kept: { ...kept, entries: entry, held: -COST, balance: kept.balance + COST },
    };
  },
  'an entry without a hold': ({ holds, ...credits }) => ({ ...credits, holds: holds.slice(1) }),
  'a hold that never ended': ({ ledger, kept, holds, ...credits }) => ({
    ...credits,
    ledger: [
      ...ledger,
      { entry: ledger.length + 1, kind: 'grant', amount: COST, ref: 'more' },
      { entry: ledger.length + 2, kind: 'hold', amount: COST, ref: 'hold-x' },
    ],
    kept: {
      ...kept,
      granted: kept.granted + COST,
      held: COST,
      entries: ledger.length + 2,
    },
    holds: [...holds, { hold_id: 'hold-x', key: 'call-x', amount: COST, state: 'held' }],
  }),
  'a call that was paid twice': ({ ledger, kept, holds, drafts, ...credits }) => {
    const [key = ''] = drafts;
    const rows = (['grant', 'hold', 'capture'] as const).map((kind, n) => ({
      entry: ledger.length + 1 + n,
      kind,
      amount: COST,
      ref: kind === 'grant' ? 'more' : 'hold-x',
    }));
    return {
      ...credits,
      drafts,
      ledger: [...ledger, ...rows],
      kept: {
        ...kept,
        granted: kept.granted + COST,
        spent: kept.spent + COST,
        entries: ledger.length + rows.length,
      },
      holds: [...holds, { hold_id: 'hold-x', key, amount: COST, state: 'captured' }],
    };
  },
  'a price without its draft': ({ drafts, ...credits }) => ({
    ...credits,
    drafts: drafts.slice(1),
  }),
  'two drafts for one price': ({ drafts, ...credits }) => ({
    ...credits,
    drafts: [...drafts, ...drafts.slice(0, 1)],
  }),
  'a draft of credits that were given back': ({ drafts, holds, ...credits }) => ({
    ...credits,
    holds,
    drafts: [...drafts, 'call-of-nobody'],
  }),
  'a success that nobody paid': ({ calls, ...credits }) => ({
    ...credits,
    calls: [...calls, { key: 'call-unpaid', isDone: true }],
  }),
  'a refusal that was paid': ({ calls, ...credits }) => ({
    ...credits,
    calls: calls.map((one) => ({ ...one, isDone: false })),
  }),
};

describe('the check of credits', () => {
  test('accepts the ledger of a correct account', () => {
    for (let seed = 1; seed <= 50; seed += 1)
      expect(checkLedger(cleanCredits(seed)), `seed ${seed}`).toEqual([]);
  });

  // Verifies: credits.sum, credits.draft-with-capture.
  test.each(Object.entries(FAULTS))('catches %s', (_, plant) => {
    for (let seed = 1; seed <= 50; seed += 1)
      expect(checkLedger(plant(cleanCredits(seed))), `seed ${seed}`).not.toEqual([]);
  });
});
