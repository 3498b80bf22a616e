/**
 * Views of one schema that another service may read, versioned like an API. The statement of an effect joins them, so
 * that their rows are still valid when the effect commits. ADR 001.
 */
export const VIEWS = {
  /**
   * Columns: word text, account_id text, role text ('founder' | 'contributor' | 'viewer'), suspended boolean. One row
   * per member; every founded World has its founder's row, so a word without any row is not founded.
   */
  worldRight: 'worlds.right_v1',
  /**
   * Columns: account_id text, key_id text, scopes text[]. One row per key that is neither revoked nor expired; no part
   * of its secret. The statement that sends a message joins it. ADR 039.
   */
  activeKey: 'gateway.active_key_v1',
  /** Columns: account_id text, key_id text, name text. One row per key of the account. */
  keyName: 'gateway.key_name_v1',
} as const;

/**
 * Functions of one schema that another service may execute, versioned like an API. Each is SECURITY DEFINER, so its
 * callers need EXECUTE on it and no right on its tables. ADR 026.
 */
export const SHARED_FUNCTIONS = {
  /**
   * `(word text, account_id text) returns boolean`: true when the account may create, attach and publish in the World.
   * The right cannot be removed before the calling transaction ends.
   */
  holdWorldRight: 'worlds.hold_right_v1',
  /**
   * `(account_id text, hold_id text, attempt integer) returns table (state text, amount bigint, balance bigint)`: spends a
   * hold in the transaction of the caller, so that an effect and its price commit together.
   */
  captureHold: 'account.capture_v1',
} as const;
