/**
 * Views that one service may read of another's schema, versioned like an API. There is one: who may act in a World,
 * joined in the statement that creates, attaches or publishes, so that the right was there when the effect committed.
 * Source: house design section 2, ADR 001.
 */
export const VIEWS = {
  /**
   * Columns: word text, account_id text, role text ('founder' | 'contributor' | 'viewer'), suspended boolean. One row
   * per member; every founded World has its founder's row, so a word without any row is not founded.
   */
  worldRight: 'worlds.right_v1',
} as const;
