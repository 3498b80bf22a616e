export {
  SEARCH_FILTERS,
  SEARCH_FORMS,
  SEARCH_SOURCES,
  type SearchFilterName,
} from './search-filters.ts';
export { bodyRef, type BodyReference } from './body-ref.ts';
export {
  checkRequest,
  previewRequest,
  type DraftCheckAnswer,
  type ConsoleDraftRecord,
  type ConsoleRevision,
  type DeletedWebsiteListPage,
  type PreviewAddresses,
  type RevisionContent,
  type WordAvailability,
} from './console/page-routes.ts';
export type { UnsavedEdits, UnsavedEditsState } from './console/unsaved.ts';
export { compose, type ComposedPage } from './compose.ts';
export {
  accountId,
  idempotencyKey,
  keyId,
  NO_CONTROLS_PATTERN,
  pageId,
  revisionCursor,
  revisionNumber,
  title,
  visibleText,
  word,
  WORD_PATTERN,
} from './common.ts';
export type { PublicWebsiteRecord } from './services/builder/pages.ts';
export { widgetId, widgetVersion, type WidgetPosition } from './services/builder/widgets.ts';
export type { LargeTextUseByMember } from './bodies.ts';
export {
  CALLER_NAMES,
  defineAction,
  SERVICE_NAMES,
  type CallerName,
  type ActionKind,
  type LongPollOptions,
  type ServiceName,
} from './define.ts';
export { type Action, type BusCallDefinition, type WireInput, type WireOutput } from './service.ts';
export {
  ENVELOPE_VERSION,
  HEADER,
  replyEnvelope,
  requestEnvelope,
  type CallPrincipal,
  type ReplyEnvelope,
  type CallSurfaceKind,
} from './envelope.ts';
export {
  detailsSchema,
  errorBody,
  ERRORS,
  isErrorCode,
  toolErrorBody,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetails,
} from './errors.ts';
export { WHEN, type InputIssue, type FailedCallOutcome, type RetryAdvice } from './errors/entry.ts';
export type { UnavailableReason } from './errors/service-errors.ts';
export {
  ACTIVITY_KINDS,
  activityPatterns,
  type ActivityFilterGroupName,
} from './console/activity-kinds.ts';
export {
  browsersAnswer,
  hideRequest,
  homeAnswer,
  KEY_HOURS_KEPT_DAYS,
  keyDetail,
  keyLimits,
  SEARCH_HITS_MAX,
  searchAnswer,
  type ActivityAnswer,
  type SignedInBrowsersAnswer,
  type CreditsAnswer,
  type ConsoleHomeAnswer,
  type KeyDetail,
  type KeyRateLimits,
  type RefusedCallsAnswer,
  type ConsoleSearchAnswer,
  type JournalVerificationAnswer,
} from './console/answers.ts';
export {
  LIVE,
  LIVE_EVENTS,
  type KeyUse,
  type ConsoleLiveEventData,
  type LiveEventName,
} from './console/live.ts';
export { fingerprint, FINGERPRINT_VERSION } from './fingerprint.ts';
export {
  DEBITS_MAX,
  gatewayDebits,
  hintArchive,
  hintJournal,
  hintLive,
  hintMessage,
  hintPresence,
  HINTS,
  hintServed,
  hintUse,
  hintWatch,
  type HintDeclaration,
} from './hints.ts';
export { jsonSchema, jsonSchemaOf, type JsonSchema } from './json-schema.ts';
export { BUDGET_MS, LIMITS, type TimeBudgetName } from './limits.ts';
export { makeLinks, type PublicLinkBuilder } from './links.ts';
export {
  KEY_HEADERS,
  makeManifest,
  PRODUCT,
  PROTOCOL_VERSIONS,
  PUBLIC_PATHS,
  SKILL_NAME,
  type McpProtocolVersion,
} from './manifest.ts';
export {
  keyRecord,
  layers,
  publicationWarning,
  visibility,
  websiteRecord,
  worldRole,
  type PublicationZipFile,
  type KeyRecord,
  type WebsiteLayer,
  type LineEndingKind,
  type PublicationWarning,
  type SnapshotRecord,
  type StoredObjectReference,
  type WebsiteVisibility,
  type WebsiteRecord,
  type WorldPermission,
  type WorldRecord,
  type WorldRole,
} from './records.ts';
export {
  publicationWarnings,
  visibilityWarnings,
  publishCheck,
  type DraftVerdict,
  type PublishCheckResult,
} from './publish-check.ts';
export {
  ACTIONS,
  callablesOf,
  findAction,
  findMessage,
  MESSAGES,
  SCOPE_SETS,
  SCOPES,
  SERVICES,
  TOOL_ACTIONS,
  type ActionName,
  type AnyAction,
  type ServiceCallDefinitions,
} from './registry.ts';
export { ACCOUNT } from './services/account.ts';
export type {
  ActivityEvent,
  JournalChainCheckResult,
  VerifiableJournalRow,
} from './services/account/activity.ts';
export type { AttentionNotice, AttentionNoticeKind } from './services/account/home.ts';
export type { OnlineAgentNode, ChangeActor } from './services/account/live-feed.ts';
export type { MailboxMessageRecord } from './services/account/message-record.ts';
export type { WebhookDeliveryRecord, WebhookRecord } from './services/account/webhooks.ts';
export { BUILDER } from './services/builder.ts';
export { DEFAULT_HTML } from './services/builder/create.ts';
export { type ClientPatchOperation } from './services/builder/patch.ts';
export type { OwnerSnapshotRecord } from './services/builder/own-pages.ts';
export type { WorldWebsite } from './services/builder/world-websites.ts';
export type { MemberWorld } from './services/worlds/own.ts';
export type { PublicWebsiteState, PublicSnapshot } from './services/builder/public.ts';
export { GATEWAY } from './services/gateway.ts';
export { GENERATOR } from './services/generator.ts';
export { PUBLISHER } from './services/publisher.ts';
export { SURF } from './services/surf.ts';
export { WORLDS } from './services/worlds.ts';
export { isReservedWord, PREVIEW_LABEL } from './reserved-words.ts';
export { SHARED_FUNCTIONS, VIEWS } from './views.ts';
export { archiveVersion } from './services/surf/operate.ts';
export { WEBHOOK_EVENT_NAMES, webhookEventOf, type WebhookEventName } from './webhook-events.ts';
