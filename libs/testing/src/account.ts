/** The real service `account`, for tests of rooms that may not import it themselves. */
export { accountModule } from '@bridge/account';
