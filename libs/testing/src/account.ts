/** Exports the account service's module to the tests of libraries that may not import that service. */
export { accountModule } from '@bridge/account';
