import type { ACCOUNT } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { listEntries } from '../ledger.store.ts';
import type { AccountDeps } from '../deps.ts';
import { ownerAccountOf } from '../owner-account-of.ts';
import { readCredits } from './credits-balance.ts';

/**
 * Returns to the owner the credits of the account and the entries of its ledger (all changes of its credits), newest first.
 * Spec: credits.ledger.
 */
export function creditsLedger({
  db,
  generateCost,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.creditsLedger> {
  return async ({ before, limit }, call) => {
    const accountId = ownerAccountOf(call);
    const [credits, rows] = await Promise.all([
      readCredits(db, accountId, generateCost),
      listEntries(db, accountId, before, limit + 1),
    ]);
    const shown = rows.slice(0, limit);
    return {
      ...credits,
      entries: shown.map((row) => ({ ...row, at: row.at.toISOString() })),
      next: rows.length > limit ? (shown.at(-1)?.entry ?? null) : null,
    };
  };
}
