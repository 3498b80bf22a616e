/** Limits of a call: the size of its request and bus message, and the time that it may wait. */
export const CALL_LIMITS = {
  idempotencyKeyCharsMin: 8,
  idempotencyKeyCharsMax: 128,
  listLimitMax: 100,
  listLimitDefault: 30,
  searchQueryCharsMax: 300,
  searchLimitMax: 50,
  searchLimitDefault: 12,
  /** Maximum size of a request body on the routes of the act and MCP interfaces, which agents call, bytes. */
  callBodyBytesMax: 64 * 1024 * 1024,
  /** Maximum size of a request body on all other routes, bytes. */
  smallBodyBytesMax: 64 * 1024,
  /**
   * Bodies of at least this many bytes are parsed in a worker thread. The gateway limits how many larger ones it processes at
   * the same time.
   */
  largeBodyBytesMin: 1024 * 1024,
  jsonDepthMax: 32,
  jsonTokensMax: 10_000,
  batchMembersMax: 20,
  /**
   * Maximum size in bytes of a large text that is stored in its database row and sent inside a bus message; a larger one
   * becomes an object of the blob store.
   */
  inlineBodyBytesMax: 256 * 1024,
  /**
   * Maximum size of a draft's layers (HTML, CSS and notes as JSON) that are sent inside a bus message, bytes. In the result of
   * builder.get, an HTML body of `inlineBodyBytesMax` fits beside them.
   */
  inlineLayersBytesMax: 64 * 1024,
  /** Maximum size of a bus message, bytes, even if the broker allows more. */
  busMessageBytesMax: 512 * 1024,
  idempotencyKeptDays: 30,
  /** Maximum time that a call waits for a running call with the same idempotency key, ms; then it fails with 409. */
  twinWaitMs: 10_000,
  errorBodyBytesMax: 8 * 1024,
} as const;
