import { LIMITS, type ACCOUNT } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import type { DatabaseClient } from '@bridge/db';
import { readBalance } from '../balance.store.ts';
import type { AccountDeps } from '../deps.ts';

/** Returns the credits of an account and the prices of paid actions. `generateCost` is the price of a generated draft. */
export async function readCredits(db: DatabaseClient, accountId: string, generateCost: number) {
  const { balance, held, spent_30d } = await readBalance(db, accountId);
  return {
    balance,
    held,
    unit: 'credit' as const,
    owner: 'account' as const,
    spent_30d,
    costs: { 'pages.generate': generateCost },
    low: balance < LIMITS.creditsLowCalls * generateCost,
  };
}

/** Returns the credits of the account and the prices of paid actions. */
export function creditsBalance({
  db,
  generateCost,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.creditsBalance> {
  return async (_input, call) => readCredits(db, accountOf(call), generateCost);
}
