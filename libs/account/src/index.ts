export { readBalance, type CreditBalance } from './balance.store.ts';
export { grantCredits, refundCredits } from './credits/operate-credits.ts';
export { ACCOUNT_MIGRATIONS } from './migrations/account-migrations.ts';
export { accountModule, accountServiceModule } from './module.ts';
