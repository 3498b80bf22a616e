export { readBalance, type CreditBalance } from './balance.store.ts';
export {
  grantCredits,
  refundCredits,
  type CreditsAfterEntry,
  type CreditsOperator,
} from './credits/operate-credits.ts';
export { ACCOUNT_MIGRATIONS } from './migrations/account-migrations.ts';
export { accountModule, accountServiceModule } from './module.ts';
