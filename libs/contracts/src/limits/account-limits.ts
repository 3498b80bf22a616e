/** Limits of owners, keys, credits, messages, webhooks, nodes and paired sessions. */
export const ACCOUNT_LIMITS = {
  keyNameCharsMax: 80,
  actionNameCharsMax: 80,
  /** Maximum number of websites whose titles the console reads at once. */
  titlesPerReadMax: 200,
  /** Of what an owner hides at home: the id of a key, a website or a webhook, or a quota's name. */
  attentionRefCharsMax: 80,
  keyDaysMax: 365,
  keyDaysDefault: 90,
  keysActiveMax: 50,
  ownerNameCharsMax: 80,
  emailCharsMax: 254,
  passwordCharsMin: 8,
  passwordCharsMax: 128,
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
} as const;
