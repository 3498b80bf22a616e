import { LIMITS, type ACCOUNT } from '@bridge/contracts';
import type { Handler } from '@bridge/bus';
import { readBalance } from '../balance.store.ts';
import { listEntries } from '../ledger.store.ts';
import type { AccountDeps } from '../deps.ts';
import { ownerAccountOf } from '../owner-account-of.ts';

/**
 * Returns the credits of the account and the entries of its ledger to the owner, newest first. Spec: credits.ledger.
 */
export function creditsLedger({
  db,
  generateCost,
}: AccountDeps): Handler<typeof ACCOUNT.creditsLedger> {
  return async ({ before, limit }, call) => {
    const accountId = ownerAccountOf(call);
    const [{ balance, held, spent_30d }, rows] = await Promise.all([
      readBalance(db, accountId),
      listEntries(db, accountId, before, limit + 1),
    ]);
    const shown = rows.slice(0, limit);
    return {
      balance,
      held,
      unit: 'credit',
      owner: 'account',
      spent_30d,
      costs: { 'pages.generate': generateCost },
      low: balance < LIMITS.creditsLowCalls * generateCost,
      entries: shown.map((row) => ({ ...row, at: row.at.toISOString() })),
      next: rows.length > limit ? (shown.at(-1)?.entry ?? null) : null,
    };
  };
}
