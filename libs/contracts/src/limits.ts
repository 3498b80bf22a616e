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
  /** Snapshots of a website that pages.get lists, the newest. */
  pageSnapshotsMax: 20,
  liveUrlCharsMax: 300,
  /** Websites and Worlds of the public overview, the newest of each. */
  overviewLatestMax: 12,
  /** Websites from which the overview takes these: those in Worlds that are left out are passed over. */
  overviewCandidatesMax: 36,
  /** Age of the counts of the overview. */
  overviewAgeMaxS: 60,
  /** The params of a widget as JSON; with them a call fits one bus message. */
  widgetParamsBytesMax: 256 * 1024,
  /** The text of the draft that a widget is put before or after. */
  widgetAnchorCharsMax: 10_000,
  /** An installed text up to this size is in the result of the installation. */
  widgetHtmlShownBytesMax: 32 * 1024,
  layersMax: 200,
  layersBytesMax: 1_048_576,
  layerNameCharsMax: 120,

  /** Body of one call on act and mcp. */
  callBodyBytesMax: 64 * 1024 * 1024,
  /** Body of one request anywhere else. */
  smallBodyBytesMax: 64 * 1024,
  /** From here a body is scanned, parsed and hashed in a worker thread, and counts as "large" for admission. */
  largeBodyBytesMin: 1024 * 1024,
  jsonDepthMax: 32,
  jsonTokensMax: 10_000,
  batchMembersMax: 20,

  /** A body up to this size rides inside its row and its bus message; a larger one goes by reference. */
  inlineBodyBytesMax: 256 * 1024,
  /** Layers ride inside up to this size, so that they and an inline body fit one message together (builder.get). */
  inlineLayersBytesMax: 64 * 1024,
  /** No bus message may be larger than this, whatever the broker allows. */
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
  /** HTML and layers of the unsaved edits of all websites of an account. */
  unsavedBytesPerAccountMax: 500 * 1024 ** 2,
  unsavedKeptDays: 30,
  /** Dropped edits can be taken back for this long. */
  droppedKeptHours: 24,
  /** A deleted website can be restored for this long; then its contents are purged. */
  deletedKeptDays: 30,
  /** Websites of a World that its dashboard and its members list, the newest. */
  worldWebsitesMax: 500,
  /** Snapshots of a website in one page of its owner's list. */
  ownSnapshotsMax: 20,
  dashboardTitleCharsMax: 120,
  dashboardTextCharsMax: 4_000,
  ownerNameCharsMax: 80,
  emailCharsMax: 254,
  /** Worlds offered to an account that its home names. */
  worldOffersShownMax: 20,
  membersPerWorldMax: 1_000,
  /** Invitations of one World that wait for an answer. */
  invitationsOpenPerWorldMax: 100,
  invitationDays: 14,
  /** Of the open and the expired ones the newest are listed. */
  invitationsListedMax: 200,
  /** Expired invitations stay in the founder's list for this long. */
  invitationExpiredKeptDays: 30,
  passwordCharsMin: 8,
  passwordCharsMax: 128,

  idempotencyKeptDays: 30,
  /** How far back audit.read goes, and its refusals; older events by export. */
  auditDays: 90,
  auditRefusalDays: 7,
  auditRefusalsMax: 100,
  auditActionCharsMax: 60,
  /** Maximum number of journal rows that one call of audit.read scans for its filters. */
  auditRowsScannedMax: 10_000,
  /** Credits of one entry of the ledger, and characters of its reference. */
  creditsEntryMax: 1_000_000_000,
  creditsRefCharsMax: 128,
  generatePromptCharsMax: 4_000,
  generateModelCharsMax: 120,
  /** A generated draft rides inside its message. */
  generatedHtmlBytesMax: 256 * 1024,
  /** Time for the answer of a generation; the work continues after it. */
  generateAnswerMs: 25_000,
  /** Time of the budget that is kept for the way of the answer. */
  generateMarginMs: 1_000,
  /** Time for the provider, and for the commit after it; the lease of the hold outlasts both. */
  generateProviderMs: 120_000,
  generateCommitMs: 20_000,
  generateLeaseMs: 150_000,
  /** Number of days that `spent_30d` of credits.balance covers. */
  creditsSpentDays: 30,
  /** A balance that pays for fewer calls of the dearest action is low. */
  creditsLowCalls: 5,

  messageCharsMax: 4_000,
  /** Maximum number of messages that wait for one reader: the owner or a key. */
  messagesWaitingMax: 1_000,
  messagesKeptDays: 30,
  /** Maximum number of messages that one call of relay.inbox acknowledges. */
  messageAcksMax: 100,
  /** UTF-8 bytes of the texts in one page of messages. JSON at most doubles them, so that a page fits a bus message. */
  messagePageBytesMax: 192 * 1024,
  inboxWaitSecondsMax: 20,
  /** Calls of one key that wait for a message at one gateway. */
  waitingCallsPerKeyMax: 4,
  webhooksPerAccountMax: 10,
  webhookUrlCharsMax: 2_000,
  /** Deliveries of a webhook that are listed and can be repeated, the newest. */
  webhookDeliveriesKept: 1_000,
  webhookDeliveryKeptDays: 30,
  webhookSecretOverlapHours: 24,
  /** A sender owns its webhook for this long after its last statement. */
  webhookLeaseMs: 20_000,

  nodeIdCharsMax: 64,
  nodeLabelCharsMax: 80,
  nodeCapabilitiesMax: 20,
  nodeCapabilityCharsMax: 40,
  nodesPerAccountMax: 50,
  /** Seconds between the heartbeats of a node, which is online for this many of them. */
  heartbeatSeconds: 60,
  heartbeatsMissedMax: 3,
  /** Nodes and sessions that are over are kept for this long. */
  presenceKeptDays: 1,

  pairingCodeChars: 8,
  /** Of a typed code, with blanks and hyphens. */
  pairingCodeTypedCharsMax: 32,
  pairingCodeMinutes: 10,
  pairingTriesMax: 5,
  /** Sessions of an account that are open or wait for an agent. */
  pairingsOpenMax: 10,
  pairedSessionHours: 12,
  sessionIdCharsMax: 64,

  /** How long a call waits for a twin in flight before 409 idempotency_in_progress. */
  twinWaitMs: 10_000,
  publishLeaseMs: 30_000,
  publishAbandonAfterMs: 60_000,
  unadoptedBodyAgeMaxMs: 3_600_000,
  orphanAgeMs: 24 * 3_600_000,
  /** Swept objects stay in the trash for so many days. */
  trashKeptDays: 7,
  /** The distance between the ids of an adopted database and all ids that may have been allocated before. */
  adoptedIdStep: 1_000_000_000,
  /** No sweep for so many days after a database was adopted. */
  adoptedSweepsHeldDays: 7,

  warningsMax: 100,
  warningPlacesMax: 5,
  /** Lifetime of the address of a preview. */
  previewMs: 15 * 60_000,
  /** HTML and layers of a draft whose check builder_get returns. */
  quickCheckBytesMax: 256 * 1024,
  /** How long builder_get waits for the check. */
  quickCheckMs: 150,
  /** Secrets that a check counts and a refusal names. */
  secretsShownMax: 20,
  errorBodyBytesMax: 8 * 1024,
} as const;

/** Time a call may take, from its first byte read to its answer. Spec: actions.time-budgets. */
export const BUDGET_MS = {
  read: 5_000,
  search: 2_000,
  change: 15_000,
  publish: 30_000,
} as const;
/** Name of a time budget. */
export type Budget = keyof typeof BUDGET_MS;
