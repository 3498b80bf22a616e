/**
 * Database views in one service’s schema that other services may read. They are versioned like an API. Statements that write
 * a change join them, so the rights are checked in the transaction of the change (ADR 001).
 */
export const VIEWS = {
  /**
   * Columns: word text, account_id text, role text ('founder' | 'contributor' | 'viewer'), suspended boolean. One row per
   * member of a World (a public identity), including its founder.
   */
  worldRight: 'worlds.right_v1',
  /**
   * Columns: account_id text, key_id text, scopes text[]. One row per key that is neither revoked nor expired, without
   * its secret. The statement that sends a message joins it (ADR 039).
   */
  activeKey: 'gateway.active_key_v1',
  /** Columns: account_id text, key_id text, name text. One row per key of the account. */
  keyName: 'gateway.key_name_v1',
} as const;

/**
 * Database functions in one service’s schema that other services may execute, versioned like an API. They are SECURITY
 * DEFINER: callers need no right on the tables (ADR 026).
 */
export const SHARED_FUNCTIONS = {
  /**
   * `(word text, account_id text) returns boolean`: true when the account may create, attach and publish in the World (a
   * public identity). The function locks the account’s right until the transaction ends.
   */
  holdWorldRight: 'worlds.hold_right_v1',
  /**
   * `(account_id text, hold_id text, attempt integer) returns table (state text, amount bigint, balance bigint)`: spends
   * credits that were set aside (a hold) in the caller’s transaction, so that a change and its payment commit together.
   */
  captureHold: 'account.capture_v1',
} as const;
