/** Limits of a call: its body, its text, its message, its wait. */
export const CALL_LIMITS = {
  idempotencyKeyCharsMin: 8,
  idempotencyKeyCharsMax: 128,
  listLimitMax: 100,
  listLimitDefault: 30,
  searchQueryCharsMax: 300,
  searchLimitMax: 50,
  searchLimitDefault: 12,
  /** Maximum number of bytes of the body of one call on act and MCP. */
  callBodyBytesMax: 64 * 1024 * 1024,
  /** Maximum number of bytes of the body of any other request. */
  smallBodyBytesMax: 64 * 1024,
  /** Minimum size of a body that a worker thread reads; admission counts it as "large". */
  largeBodyBytesMin: 1024 * 1024,
  jsonDepthMax: 32,
  jsonTokensMax: 10_000,
  batchMembersMax: 20,
  /** Maximum number of bytes of a body inside its row and its bus message; a larger one is sent by reference. */
  inlineBodyBytesMax: 256 * 1024,
  /** Maximum number of bytes of layers inside a message; an inline body fits beside them (builder.get). */
  inlineLayersBytesMax: 64 * 1024,
  /** Maximum number of bytes of a bus message, even where the broker allows more. */
  busMessageBytesMax: 512 * 1024,
  idempotencyKeptDays: 30,
  /** Maximum time that a call waits for a twin in flight before 409 idempotency_in_progress, ms. */
  twinWaitMs: 10_000,
  errorBodyBytesMax: 8 * 1024,
} as const;
