import { verifySlice, type Db, type SliceCheck } from '@bridge/db';
import { repeatPass, type Base } from '@bridge/kernel';
import {
  keepChainCheck,
  listUncheckedAccounts,
  readChainCheck,
  type ChainCheckRow,
} from './chain-check.store.ts';

/** Maximum number of rows of one hash chain that one call verifies. */
const CHAIN_SLICE_ROWS = 50_000;
/** Maximum number of rows that one statement verifies, so that it ends within the statement’s time limit. */
const CHAIN_PAGE_ROWS = 5_000;
const CHECK_EVERY_MS = 3_600_000;
const ACCOUNTS_PAGE = 100;

/** The bounds of one verification of a journal. */
export interface ChainSlice {
  readonly sliceRows: number;
  readonly pageRows: number;
}
const SLICE: ChainSlice = { sliceRows: CHAIN_SLICE_ROWS, pageRows: CHAIN_PAGE_ROWS };

/** The result of a verification, with the number of the journal’s last row. */
export interface CheckedChain extends ChainCheckRow {
  readonly head: number;
}

/** Checks a slice page by page, each in a statement of its own, to its end or the first bad row. */
async function verifyPages(
  db: Db,
  accountId: string,
  after: number,
  { sliceRows, pageRows }: ChainSlice,
): Promise<SliceCheck> {
  for (let rows = 0, last = after; ;) {
    const max = Math.min(pageRows, sliceRows - rows);
    const page = await verifySlice(db, accountId, last, max);
    ({ last } = page);
    rows += page.rows;
    if (page.first_bad !== null || page.rows < max || rows >= sliceRows) return { ...page, rows };
  }
}

/**
 * Checks a slice of an account's journal and stores the result. With `from` null it continues after the last check;
 * with a number it repeats the check from there, which never moves the stored position back. Spec: activity.chain.
 */
export async function checkChain(
  db: Db,
  accountId: string,
  from: number | null,
  slice = SLICE,
): Promise<CheckedChain> {
  const kept = await readChainCheck(db, accountId);
  const checked = kept?.seq ?? 0;
  // A slice that begins after unverified rows would prove nothing about them.
  const after = from === null ? checked : Math.min(from - 1, checked);
  const { last, first_bad, head } = await verifyPages(db, accountId, after, slice);
  // A good slice must not erase a bad row that was found in another slice.
  const known = kept?.first_bad ?? null;
  const isRechecked = known === null || (after < known && last >= known);
  const bad = first_bad ?? (isRechecked ? null : known);
  const seq = bad === null ? last : bad - 1;
  const row = await keepChainCheck(db, accountId, { seq, first_bad: bad });
  return { seq, at: new Date(0), first_bad: bad, ...row, head };
}

/** Checks the new rows of all chains, at most one slice of each. */
export async function checkChains(db: Db, stopping: AbortSignal): Promise<void> {
  for (let after = ''; !stopping.aborted;) {
    const accounts = await listUncheckedAccounts(db, after, ACCOUNTS_PAGE);
    for (const accountId of accounts) {
      if (stopping.aborted) return;
      await checkChain(db, accountId, null);
    }
    const last = accounts.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Starts the hourly check. It runs on every replica, and a replica skips journals that another one has checked. */
export function startChainChecks(deps: { readonly db: Db } & Pick<Base, 'log' | 'stopping'>): void {
  const pass = () => checkChains(deps.db, deps.stopping);
  repeatPass(deps, { name: 'chains', everyMs: CHECK_EVERY_MS, pass });
}
