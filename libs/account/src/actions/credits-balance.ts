import { LIMITS, type ACCOUNT } from '@bridge/contracts';
import { accountOf, type Handler } from '@bridge/bus';
import { readBalance } from '../balance.store.ts';
import type { AccountDeps } from '../deps.ts';

/** Returns the credits of the account and the prices of paid actions. */
export function creditsBalance({
  db,
  generateCost,
}: AccountDeps): Handler<typeof ACCOUNT.creditsBalance> {
  return async (_input, call) => {
    const { balance, held, spent_30d } = await readBalance(db, accountOf(call));
    return {
      balance,
      held,
      unit: 'credit',
      owner: 'account',
      spent_30d,
      costs: { 'pages.generate': generateCost },
      low: balance < LIMITS.creditsLowCalls * generateCost,
    };
  };
}
