import {
  append,
  sqlState,
  UNIQUE_VIOLATION,
  type DatabaseClient,
  type TransactionHandle,
  type SqlStatementRunner,
} from '@bridge/db';
import { clearLowBalance, readBalance, type CreditBalance } from '../balance.store.ts';
import { insertGrant, refundHold } from './hold.store.ts';

/**
 * The credits of an account after a grant or refund. `unchanged` is true when no ledger entry was added: the same entry exists,
 * or the credits to refund were never spent.
 */
export interface CreditGrantOrRefundResult extends Pick<CreditBalance, 'balance' | 'held'> {
  readonly unchanged: boolean;
}

/**
 * The interface over which an operator grants or refunds credits (`surface`, such as a command), and the request id. Both are
 * for the journal row.
 */
export interface OperatorRequestContext {
  readonly surface: string;
  readonly requestId: string;
}

/** Removes the mark that the account’s balance is low, and appends the journal row for the added credits. */
async function recordAddedCredits(
  tx: TransactionHandle,
  accountId: string,
  action: string,
  { surface, requestId }: OperatorRequestContext,
): Promise<void> {
  await clearLowBalance(tx, accountId);
  const nothing = { keyId: null, pageId: null, word: null, revBefore: null, revAfter: null };
  await append(tx, { accountId, action, actor: 'system', surface, requestId, ...nothing });
}

async function bookedBalance(db: SqlStatementRunner, accountId: string, unchanged: boolean) {
  const { balance, held } = await readBalance(db, accountId);
  return { balance, held, unchanged };
}

/** Adds credits to an account. A second call with the same reference (`ref`) changes nothing. */
export async function grantCredits(
  db: DatabaseClient,
  accountId: string,
  grant: { readonly amount: number; readonly ref: string },
  origin: OperatorRequestContext,
): Promise<CreditGrantOrRefundResult> {
  const options = { failpoints: 'credits-grant', waitForLocks: true };
  const isNew = await db
    .transaction(options, async (tx) => {
      if (!(await insertGrant(tx, accountId, grant))) return false;
      await recordAddedCredits(tx, accountId, 'credits.grant', origin);
      return true;
    })
    .catch((error: unknown) => {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      return false;
    });
  return bookedBalance(db, accountId, !isNew);
}

/** Gives the credits of a captured (spent) hold back to the account. A second refund of the same hold changes nothing. */
export async function refundCredits(
  db: DatabaseClient,
  accountId: string,
  holdId: string,
  origin: OperatorRequestContext,
): Promise<CreditGrantOrRefundResult> {
  const options = { failpoints: 'credits-refund', waitForLocks: true };
  const isNew = await db.transaction(options, async (tx) => {
    if (!(await refundHold(tx, accountId, holdId))) return false;
    await recordAddedCredits(tx, accountId, 'credits.refund', origin);
    return true;
  });
  return bookedBalance(db, accountId, !isNew);
}
