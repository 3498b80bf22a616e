import {
  append,
  sqlState,
  UNIQUE_VIOLATION,
  type Db,
  type OpenTransaction,
  type Queryable,
} from '@bridge/db';
import { clearLowBalance, readBalance, type CreditBalance } from '../balance.store.ts';
import { insertGrant, refundHold } from './hold.store.ts';

/** The credits of an account after a new ledger entry; `unchanged` when the same entry exists already. */
export interface BookedCredits extends Pick<CreditBalance, 'balance' | 'held'> {
  readonly unchanged: boolean;
}

/** The operator of the installation who adds or refunds credits, for the journal. */
export interface CreditsOperator {
  readonly surface: string;
  readonly requestId: string;
}

/** Removes the mark of a low balance, and appends the journal row of the entry that added credits. */
async function noteAdded(
  tx: OpenTransaction,
  accountId: string,
  action: string,
  { surface, requestId }: CreditsOperator,
): Promise<void> {
  await clearLowBalance(tx, accountId);
  const nothing = { keyId: null, pageId: null, word: null, revBefore: null, revAfter: null };
  await append(tx, { accountId, action, actor: 'system', surface, requestId, ...nothing });
}

async function bookedBalance(db: Queryable, accountId: string, unchanged: boolean) {
  const { balance, held } = await readBalance(db, accountId);
  return { balance, held, unchanged };
}

/** Adds credits to an account, once for each reference. */
export async function grantCredits(
  db: Db,
  accountId: string,
  grant: { readonly amount: number; readonly ref: string },
  operator: CreditsOperator,
): Promise<BookedCredits> {
  const options = { failpoints: 'credits-grant', waitForLocks: true };
  const isNew = await db
    .transaction(options, async (tx) => {
      if (!(await insertGrant(tx, accountId, grant))) return false;
      await noteAdded(tx, accountId, 'credits.grant', operator);
      return true;
    })
    .catch((error: unknown) => {
      if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
      return false;
    });
  return bookedBalance(db, accountId, !isNew);
}

/** Refunds the spent credits of a captured hold, once. */
export async function refundCredits(
  db: Db,
  accountId: string,
  holdId: string,
  operator: CreditsOperator,
): Promise<BookedCredits> {
  const options = { failpoints: 'credits-refund', waitForLocks: true };
  const isNew = await db.transaction(options, async (tx) => {
    if (!(await refundHold(tx, accountId, holdId))) return false;
    await noteAdded(tx, accountId, 'credits.refund', operator);
    return true;
  });
  return bookedBalance(db, accountId, !isNew);
}
