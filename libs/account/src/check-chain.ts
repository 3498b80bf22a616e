import { verifySlice, type DatabaseClient, type JournalRangeCheckResult } from '@bridge/db';
import { repeatPass, type CommonModuleDeps } from '@bridge/kernel';
import {
  keepChainCheck,
  listUncheckedAccounts,
  readChainCheck,
  type JournalVerificationResultRow,
} from './chain-check.store.ts';

/** Maximum number of rows of one journal’s hash chain that one call verifies. */
const CHAIN_SLICE_ROWS = 50_000;
/** Maximum number of journal rows that one statement verifies, so that it ends within the statement’s time limit. */
const CHAIN_PAGE_ROWS = 5_000;
const CHECK_EVERY_MS = 3_600_000;
const ACCOUNTS_PAGE = 100;

/**
 * The maximum numbers of rows in one verification of a journal: in the whole verification (`sliceRows`) and in one statement
 * (`pageRows`).
 */
export interface JournalVerificationLimits {
  readonly sliceRows: number;
  readonly pageRows: number;
}
const SLICE: JournalVerificationLimits = { sliceRows: CHAIN_SLICE_ROWS, pageRows: CHAIN_PAGE_ROWS };

/** The result of a verification of a journal; `head` is the number of the journal’s last row. */
export interface JournalVerificationResult extends JournalVerificationResultRow {
  readonly head: number;
}

/**
 * Verifies a slice of a journal (rows after `after`) in pages, each in its own statement. Stops at the end of the slice or
 * after the page with the first bad row.
 */
async function verifyPages(
  db: DatabaseClient,
  accountId: string,
  after: number,
  { sliceRows, pageRows }: JournalVerificationLimits,
): Promise<JournalRangeCheckResult> {
  for (let rows = 0, last = after; ;) {
    const max = Math.min(pageRows, sliceRows - rows);
    const page = await verifySlice(db, accountId, last, max);
    ({ last } = page);
    rows += page.rows;
    if (page.first_bad !== null || page.rows < max || rows >= sliceRows) return { ...page, rows };
  }
}

/**
 * Verifies a slice of an account’s journal and stores the result. The slice starts after the last verified row, or at row
 * `from` if that is earlier. A verification without a bad row never moves the stored position back. Spec: activity.chain.
 */
export async function checkChain(
  db: DatabaseClient,
  accountId: string,
  from: number | null,
  slice = SLICE,
): Promise<JournalVerificationResult> {
  const kept = await readChainCheck(db, accountId);
  const checked = kept?.seq ?? 0;
  // The slice must not start later than after the last verified row: the rows in between would count as verified.
  const after = from === null ? checked : Math.min(from - 1, checked);
  const { last, first_bad, head } = await verifyPages(db, accountId, after, slice);
  // A slice without a bad row must not erase a known bad row that lies outside this slice.
  const known = kept?.first_bad ?? null;
  const isRechecked = known === null || (after < known && last >= known);
  const bad = first_bad ?? (isRechecked ? null : known);
  const seq = bad === null ? last : bad - 1;
  const row = await keepChainCheck(db, accountId, { seq, first_bad: bad });
  return { seq, at: new Date(0), first_bad: bad, ...row, head };
}

/** Verifies the new rows of all journals that have any, at most one slice (50,000 rows) of each. */
export async function checkChains(db: DatabaseClient, stopping: AbortSignal): Promise<void> {
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

/**
 * Starts the hourly verification of all journals. It runs on every replica; a replica skips journals that another replica has
 * just verified.
 */
export function startChainChecks(
  deps: { readonly db: DatabaseClient } & Pick<CommonModuleDeps, 'log' | 'stopping'>,
): void {
  const pass = () => checkChains(deps.db, deps.stopping);
  repeatPass(deps, { name: 'chains', everyMs: CHECK_EVERY_MS, pass });
}
