/** The module of the account service, for tests of libraries that may not import it directly. */
export { accountModule } from '@bridge/account';
