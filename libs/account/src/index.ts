export { ACCOUNT_MIGRATIONS } from './migrations/account-migrations.ts';
export { accountModule } from './module.ts';
