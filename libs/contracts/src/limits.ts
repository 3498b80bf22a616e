/**
 * Every limit of the product, each with a name. docs/spec/limits.md states them.
 * "Chars" are Unicode code points (as JSON Schema counts), "Bytes" are UTF-8 bytes, "Ms" milliseconds.
 */
export const LIMITS = {
  titleCharsMax: 120,
  wordCharsMax: 41,
  rawHtmlCharsMax: 5_242_880,
  idempotencyKeyCharsMin: 8,
  idempotencyKeyCharsMax: 128,
  patchOpsMax: 50,
  listLimitMax: 100,
  listLimitDefault: 30,
  searchQueryCharsMax: 300,
  searchLimitMax: 50,
  searchLimitDefault: 12,
  /** Maximum number of snapshots of a website that pages.get lists, newest first. */
  pageSnapshotsMax: 20,
  liveUrlCharsMax: 300,
  /** Maximum number of websites, and of Worlds, in the public overview, newest first. */
  overviewLatestMax: 12,
  /** Maximum number of websites from which the overview selects; it passes over those in Worlds that are left out. */
  overviewCandidatesMax: 36,
  /** Maximum age of the counts in the overview, s. */
  overviewAgeMaxS: 60,
  /** Maximum number of bytes of a widget's params as JSON; with them a call fits one bus message. */
  widgetParamsBytesMax: 256 * 1024,
  /** Maximum number of characters of the draft's text before or after which a widget is inserted. */
  widgetAnchorCharsMax: 10_000,
  /** Maximum number of bytes of an installed text that the result of the installation contains. */
  widgetHtmlShownBytesMax: 32 * 1024,
  layersMax: 200,
  layersBytesMax: 1_048_576,
  layerNameCharsMax: 120,

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

  keyNameCharsMax: 80,
  actionNameCharsMax: 80,
  /** Maximum number of websites whose titles the console reads at once. */
  titlesPerReadMax: 200,
  /** Of what an owner hides at home: the id of a key, a website or a webhook, or a quota's name. */
  attentionRefCharsMax: 80,
  keyDaysMax: 365,
  keyDaysDefault: 90,
  keysActiveMax: 50,
  worldsPerAccountMax: 1_000,
  websitesPerAccountMax: 100_000,
  storedBytesPerAccountMax: 20 * 1024 ** 3,
  revisionBodiesKept: 100,
  /** Maximum number of bytes of the unsaved edits (HTML and layers) of all websites of an account. */
  unsavedBytesPerAccountMax: 500 * 1024 ** 2,
  unsavedKeptDays: 30,
  /** Hours for which dropped edits can be restored. */
  droppedKeptHours: 24,
  /** Days for which a deleted website can be restored; then its contents are purged. */
  deletedKeptDays: 30,
  /** Maximum number of websites of a World that its dashboard and its members list, newest first. */
  worldWebsitesMax: 500,
  /** Maximum number of snapshots of a website in one page of its owner's list. */
  ownSnapshotsMax: 20,
  dashboardTitleCharsMax: 120,
  dashboardTextCharsMax: 4_000,
  ownerNameCharsMax: 80,
  emailCharsMax: 254,
  /** Worlds offered to an account that its home names. */
  worldOffersShownMax: 20,
  membersPerWorldMax: 1_000,
  /** Maximum number of invitations of one World that wait for an answer. */
  invitationsOpenPerWorldMax: 100,
  invitationDays: 14,
  /** Maximum number of open and expired invitations that are listed, newest first. */
  invitationsListedMax: 200,
  /** Days for which expired invitations stay in the founder's list. */
  invitationExpiredKeptDays: 30,
  passwordCharsMin: 8,
  passwordCharsMax: 128,

  idempotencyKeptDays: 30,
  /** Number of past days that audit.read and its refusals cover; older events are in the export. */
  auditDays: 90,
  auditRefusalDays: 7,
  auditRefusalsMax: 100,
  auditActionCharsMax: 60,
  /** Maximum number of journal rows that one call of audit.read scans for its filters. */
  auditRowsScannedMax: 10_000,
  /** Maximum number of credits of one entry of the ledger; below it that of the characters of its reference. */
  creditsEntryMax: 1_000_000_000,
  creditsRefCharsMax: 128,
  generatePromptCharsMax: 4_000,
  generateModelCharsMax: 120,
  /** Maximum number of bytes of a generated draft, which is part of its message. */
  generatedHtmlBytesMax: 256 * 1024,
  /** Maximum time until a generation is answered, ms; the work continues after it. */
  generateAnswerMs: 25_000,
  /** Time of the budget that is reserved for transporting the answer, ms. */
  generateMarginMs: 1_000,
  /** Maximum time for the provider, ms, and below it for the commit; the lease of the hold outlasts both. */
  generateProviderMs: 120_000,
  generateCommitMs: 20_000,
  generateLeaseMs: 150_000,
  /** Number of days that `spent_30d` of credits.balance covers. */
  creditsSpentDays: 30,
  /** A balance that pays for fewer calls than this of the dearest action counts as low. */
  creditsLowCalls: 5,

  messageCharsMax: 4_000,
  /** Maximum number of messages that wait for one reader: the owner or a key. */
  messagesWaitingMax: 1_000,
  messagesKeptDays: 30,
  /** Maximum number of messages that one call of relay.inbox acknowledges. */
  messageAcksMax: 100,
  /**
   * Maximum number of UTF-8 bytes of the texts in one page of messages. JSON at most doubles them, so that a page fits
   * a bus message.
   */
  messagePageBytesMax: 192 * 1024,
  inboxWaitSecondsMax: 20,
  /** Maximum number of calls of one key that wait for a message at one gateway. */
  waitingCallsPerKeyMax: 4,
  webhooksPerAccountMax: 10,
  webhookUrlCharsMax: 2_000,
  /** Maximum number of deliveries of a webhook that are listed and can be repeated, newest first. */
  webhookDeliveriesKept: 1_000,
  webhookDeliveryKeptDays: 30,
  webhookSecretOverlapHours: 24,
  /** Time in ms for which a sender owns its webhook after its last statement. */
  webhookLeaseMs: 20_000,

  nodeIdCharsMax: 64,
  nodeLabelCharsMax: 80,
  nodeCapabilitiesMax: 20,
  nodeCapabilityCharsMax: 40,
  nodesPerAccountMax: 50,
  /** Seconds between the heartbeats of a node; below it the seconds after one for which the node counts as online. */
  heartbeatSeconds: 60,
  heartbeatsMissedMax: 3,
  /** Days for which ended nodes and sessions are kept. */
  presenceKeptDays: 1,

  pairingCodeChars: 8,
  /** Maximum number of characters of a typed pairing code, with blanks and hyphens. */
  pairingCodeTypedCharsMax: 32,
  pairingCodeMinutes: 10,
  pairingTriesMax: 5,
  /** Maximum number of sessions of an account that are open or wait for an agent. */
  pairingsOpenMax: 10,
  pairedSessionHours: 12,
  sessionIdCharsMax: 64,

  /** Maximum time that a call waits for a twin in flight before 409 idempotency_in_progress, ms. */
  twinWaitMs: 10_000,
  publishLeaseMs: 30_000,
  publishAbandonAfterMs: 60_000,
  unadoptedBodyAgeMaxMs: 3_600_000,
  orphanAgeMs: 24 * 3_600_000,
  /** Days for which swept objects stay in the trash. */
  trashKeptDays: 7,
  /** Distance between the ids of an adopted database and all ids that may have been allocated before. */
  adoptedIdStep: 1_000_000_000,
  /** Days without a sweep after a database was adopted. */
  adoptedSweepsHeldDays: 7,

  warningsMax: 100,
  warningPlacesMax: 5,
  /** Lifetime of a preview's address, ms. */
  previewMs: 15 * 60_000,
  /** Maximum number of bytes of the HTML and layers of a draft whose check builder_get returns. */
  quickCheckBytesMax: 256 * 1024,
  /** Maximum time that builder_get waits for the check, ms. */
  quickCheckMs: 150,
  /** Maximum number of secrets that a check counts and a refusal names. */
  secretsShownMax: 20,
  errorBodyBytesMax: 8 * 1024,
} as const;

/** Maximum time of a call from its first byte read to its answer, ms. Spec: actions.time-budgets. */
export const BUDGET_MS = {
  read: 5_000,
  search: 2_000,
  change: 15_000,
  publish: 30_000,
} as const;
/** Name of a time budget. */
export type Budget = keyof typeof BUDGET_MS;
