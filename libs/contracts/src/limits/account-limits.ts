/**
 * Limits of owners, keys, credits, messages, webhooks, nodes (agent programs) and paired sessions (of an owner with an
 * agent).
 */
export const ACCOUNT_LIMITS = {
  keyNameCharsMax: 80,
  actionNameCharsMax: 80,
  /** Maximum number of websites whose titles the console requests in one read. */
  titlesPerReadMax: 200,
  /**
   * Maximum number of characters of the `ref` in a request to hide a notice: the id of a key, website or webhook, or the name
   * of a quota.
   */
  attentionRefCharsMax: 80,
  /** Maximum number of websites whose draft the home screen compares with the live page: those that agents changed last. */
  agentChangedWebsitesMax: 100,
  keyDaysMax: 365,
  keyDaysDefault: 90,
  keysActiveMax: 50,
  ownerNameCharsMax: 80,
  emailCharsMax: 254,
  passwordCharsMin: 8,
  passwordCharsMax: 128,
  /**
   * Number of past days that the action audit.read covers; older changes are only in the journal (audit log) file of the
   * owner.
   */
  auditDays: 90,
  /** Number of past days for which the action audit.read returns refused calls. */
  auditRefusalDays: 7,
  auditRefusalsMax: 100,
  auditActionCharsMax: 60,
  /** Maximum number of characters of a time in a filter of the action audit.read. */
  auditTimeCharsMax: 40,
  /**
   * Maximum number of journal (audit log) rows that one call of the action audit.read scans for matching rows; then it
   * returns a shorter page.
   */
  auditRowsScannedMax: 10_000,
  /** Maximum number of credits that one entry in the credit ledger adds or subtracts. */
  creditsEntryMax: 1_000_000_000,
  /** Maximum number of characters of the reference of an entry in the credit ledger. */
  creditsRefCharsMax: 128,
  /** Number of past days whose spent credits are added up in `spent_30d` of the action credits.balance. */
  creditsSpentDays: 30,
  /** A balance counts as low when it pays for fewer than this many calls of the most expensive action. */
  creditsLowCalls: 5,
  messageCharsMax: 4_000,
  /** Maximum number of unread messages of one reader, the owner or a key; further messages are refused. */
  messagesWaitingMax: 1_000,
  messagesKeptDays: 30,
  /** Maximum number of messages that one call of the action relay.inbox acknowledges. */
  messageAcksMax: 100,
  /**
   * Maximum size of all message texts in one page of messages, UTF-8 bytes. JSON escapes at most double the size, so a page
   * fits into a bus message.
   */
  messagePageBytesMax: 192 * 1024,
  inboxWaitSecondsMax: 20,
  /** Maximum number of calls of the action relay.inbox with one key that may wait at one gateway at the same time. */
  waitingCallsPerKeyMax: 4,
  webhooksPerAccountMax: 10,
  webhookUrlCharsMax: 2_000,
  /**
   * Number of newest deliveries that are stored for a webhook; older ones are deleted and can be neither listed nor repeated.
   */
  webhookDeliveriesKept: 1_000,
  webhookDeliveryKeptDays: 30,
  webhookSecretOverlapHours: 24,
  /**
   * Time of the lease by which one replica sends a webhook’s events, ms. Another replica may take over this long after the
   * sender last extended the lease.
   */
  webhookLeaseMs: 20_000,
  nodeIdCharsMax: 64,
  nodeLabelCharsMax: 80,
  nodeCapabilitiesMax: 20,
  nodeCapabilityCharsMax: 40,
  nodesPerAccountMax: 50,
  /** Interval between the heartbeats of a node (a running agent program), s. */
  heartbeatSeconds: 60,
  /** Number of missed heartbeats after which a node (a running agent program) counts as offline. */
  heartbeatsMissedMax: 3,
  /** Days for which nodes (agent programs) and paired sessions (of an owner with one agent) stay stored after their end. */
  presenceKeptDays: 1,
  pairingCodeChars: 8,
  /** Maximum number of characters of a pairing code as a person types it, including blanks and hyphens. */
  pairingCodeTypedCharsMax: 32,
  pairingCodeMinutes: 10,
  pairingTriesMax: 5,
  /** Maximum number of paired sessions (of an owner with one agent) of an account that are open or still wait for the agent. */
  pairingsOpenMax: 10,
  pairedSessionHours: 12,
  sessionIdCharsMax: 64,
} as const;
