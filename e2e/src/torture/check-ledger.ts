/** A row of an account's credit ledger. */
export interface LedgerEntry {
  readonly entry: number;
  readonly kind: 'grant' | 'hold' | 'capture' | 'release' | 'refund';
  readonly amount: number;
  /** For a grant its reference, for other entries the id of the hold. */
  readonly ref: string;
}
/** The stored row of `account.balance`, which must equal the sums of the ledger. */
export interface StoredBalanceRow {
  readonly granted: number;
  readonly balance: number;
  readonly held: number;
  readonly spent: number;
  readonly entries: number;
}
/** A hold: credits that were set aside for one paid call. */
export interface StoredCreditHold {
  readonly hold_id: string;
  /** The idempotency key of the call. */
  readonly key: string;
  readonly amount: number;
  readonly state: 'held' | 'captured' | 'released' | 'refunded';
}
/** The credits of one account after a run, with the drafts that were paid with them. */
export interface AccountCredits {
  readonly ledger: readonly LedgerEntry[];
  readonly kept: StoredBalanceRow;
  readonly holds: readonly StoredCreditHold[];
  /** The idempotency keys of the calls whose generated draft exists. */
  readonly drafts: readonly string[];
  /** Paid calls with a definite answer; `isDone` is true for a success. */
  readonly calls: readonly { readonly key: string; readonly isDone: boolean }[];
}

/** A column of `account.balance`. */
type BalanceColumn = 'granted' | 'balance' | 'held' | 'spent';
/** Each kind of ledger entry moves its amount from one column of `account.balance` to another. */
const MOVES: Readonly<
  Record<LedgerEntry['kind'], readonly [from: BalanceColumn | null, to: BalanceColumn]>
> = {
  grant: [null, 'balance'],
  hold: ['balance', 'held'],
  capture: ['held', 'spent'],
  release: ['held', 'balance'],
  refund: ['spent', 'balance'],
};
/** The kinds of ledger entries that a hold must have, by the state of the hold. */
const ENTRIES_OF: Readonly<Record<StoredCreditHold['state'], readonly LedgerEntry['kind'][]>> = {
  held: ['hold'],
  captured: ['capture', 'hold'],
  released: ['hold', 'release'],
  refunded: ['capture', 'hold', 'refund'],
};

/**
 * Checks that entries are numbered without a gap, that no column of the balance ever becomes negative, and that the sums of all
 * entries equal the stored balance.
 */
function checkSums({ ledger, kept }: AccountCredits): string[] {
  const found: string[] = [];
  const sums = { granted: 0, balance: 0, held: 0, spent: 0 };
  const inOrder = ledger.toSorted((a, b) => a.entry - b.entry);
  for (const [n, { entry, kind, amount }] of inOrder.entries()) {
    if (entry !== n + 1) found.push(`entry ${entry} of the ledger stands at place ${n + 1}`);
    const [from, to] = MOVES[kind];
    if (from === null) sums.granted += amount;
    else sums[from] -= amount;
    sums[to] += amount;
    if (Math.min(...Object.values(sums)) < 0) found.push(`entry ${entry} makes a balance negative`);
  }
  for (const [place, sum] of [...Object.entries(sums), ['entries', ledger.length] as const]) {
    const said = kept[place as keyof StoredBalanceRow];
    if (said !== sum) found.push(`${place}: the entries add up to ${sum}, ${said} is kept`);
  }
  return found;
}

/**
 * Checks that every hold has exactly the entries that its state requires, and that every entry belongs to a hold or is a grant.
 */
function checkHolds({ ledger, holds }: AccountCredits): string[] {
  const found: string[] = [];
  const byRef = Map.groupBy(
    ledger.filter(({ kind }) => kind !== 'grant'),
    ({ ref }) => ref,
  );
  for (const { hold_id: id, state, amount } of holds) {
    const entries = byRef.get(id) ?? [];
    byRef.delete(id);
    const kinds = entries.map(({ kind }) => kind).toSorted();
    if (kinds.join() !== ENTRIES_OF[state].join())
      found.push(`hold ${id} is ${state} and has the entries ${kinds.join(', ')}`);
    if (entries.some((entry) => entry.amount !== amount))
      found.push(`hold ${id} of ${amount} has an entry of another amount`);
  }
  for (const ref of byRef.keys()) found.push(`the ledger has entries of ${ref}, which is no hold`);
  return found;
}

/**
 * Checks that each call with a captured hold has exactly one generated draft and the reverse, that successful calls were paid
 * and refused ones were not, and that every hold has ended.
 */
function checkPaid({ holds, drafts, calls }: AccountCredits): string[] {
  const found: string[] = [];
  const captured = Map.groupBy(
    holds.filter(({ state }) => state === 'captured'),
    ({ key }) => key,
  );
  const made = Map.groupBy(drafts, (key) => key);
  for (const key of new Set([...captured.keys(), ...made.keys()])) {
    const [paid, n] = [captured.get(key)?.length ?? 0, made.get(key)?.length ?? 0];
    if (paid > 1) found.push(`call ${key} was paid ${paid} times`);
    if (paid > 0 && n === 0) found.push(`call ${key} was paid and has no draft`);
    if (n > 1) found.push(`call ${key} made ${n} drafts`);
    if (paid === 0) found.push(`call ${key} has a draft and was not paid`);
  }
  for (const { key, isDone } of calls)
    if (isDone !== captured.has(key))
      found.push(`call ${key} was ${isDone ? 'done and not paid' : 'refused and paid'}`);
  for (const { key, hold_id: id, state } of holds)
    if (state === 'held') found.push(`hold ${id} of call ${key} never ended`);
  return found;
}

/**
 * Checks the credits of an account after a run: the entries sum up to the balance, which was never negative, and every draft
 * was paid exactly once. Returns the violations. Spec: credits.sum, credits.draft-with-capture.
 */
export function checkLedger(credits: AccountCredits): readonly string[] {
  return [...checkSums(credits), ...checkHolds(credits), ...checkPaid(credits)];
}
