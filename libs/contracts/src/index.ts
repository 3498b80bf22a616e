export {
  SEARCH_FILTERS,
  SEARCH_FORMS,
  SEARCH_SOURCES,
  type SearchFilterName,
} from './search-filters.ts';
export { bodyRef, type BodyRef } from './body-ref.ts';
export {
  checkRequest,
  previewRequest,
  type DraftCheckAnswer,
  type ConsolePage,
  type ConsoleRevision,
  type DeletedPages,
  type PreviewAddress,
  type RevisionContent,
  type WordAvailability,
} from './console/page-routes.ts';
export type { UnsavedEdits, UnsavedState } from './console/unsaved.ts';
export { compose, type ComposedPage } from './compose.ts';
export {
  accountId,
  idempotencyKey,
  keyId,
  NO_CONTROLS_PATTERN,
  pageId,
  title,
  visibleText,
  word,
  WORD_PATTERN,
} from './common.ts';
export type { PublicRecord } from './services/builder/pages.ts';
export { widgetId, widgetVersion, type WidgetPosition } from './services/builder/widgets.ts';
export type { BodyUses } from './bodies.ts';
export {
  CALLER_NAMES,
  defineAction,
  SERVICE_NAMES,
  type CallerName,
  type ActionKind,
  type LongPollOptions,
  type ServiceName,
} from './define.ts';
export {
  type Action,
  type Callable,
  type Message,
  type WireInput,
  type WireOutput,
} from './service.ts';
export {
  ENVELOPE_VERSION,
  HEADER,
  replyEnvelope,
  requestEnvelope,
  type CallPrincipal,
  type ReplyEnvelope,
  type Surface,
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
export { WHEN, type InputIssue, type ErrorOutcome, type RetryAdvice } from './errors/entry.ts';
export type { UnavailableReason } from './errors/service-errors.ts';
export { ACTIVITY_KINDS, activityPatterns, type ActivityKind } from './console/activity-kinds.ts';
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
  type BrowsersAnswer,
  type CreditsAnswer,
  type HomeAnswer,
  type KeyDetail,
  type KeyLimits,
  type RefusalsAnswer,
  type SearchAnswer,
  type VerifyAnswer,
} from './console/answers.ts';
export {
  LIVE,
  LIVE_EVENTS,
  type KeyUse,
  type LiveEvent,
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
  type Hint,
} from './hints.ts';
export { jsonSchema, jsonSchemaOf, type JsonSchema } from './json-schema.ts';
export { BUDGET_MS, LIMITS, type Budget } from './limits.ts';
export { makeLinks, type Links } from './links.ts';
export {
  KEY_HEADERS,
  makeManifest,
  PRODUCT,
  PROTOCOL_VERSIONS,
  PUBLIC_PATHS,
  SKILL_NAME,
  type ProtocolVersion,
} from './manifest.ts';
export {
  keyRecord,
  layers,
  publicationWarning,
  visibility,
  websiteRecord,
  worldRole,
  type ArchiveRecord,
  type KeyRecord,
  type Layer,
  type Newline,
  type PublicationWarning,
  type SnapshotRecord,
  type StoredObject,
  type Visibility,
  type WebsiteRecord,
  type WorldPermission,
  type WorldRecord,
  type WorldRole,
} from './records.ts';
export {
  publicationWarnings,
  publishCheck,
  type DraftVerdict,
  type PublishCheck,
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
  type CallablesOf,
} from './registry.ts';
export { ACCOUNT } from './services/account.ts';
export type { ActivityEvent, ChainCheck, JournalLine } from './services/account/activity.ts';
export type { AttentionItem, AttentionKind } from './services/account/home.ts';
export type { AccountNode, ActorRecord } from './services/account/live-feed.ts';
export type { MessageRecord } from './services/account/message-record.ts';
export type { DeliveryRecord, WebhookRecord } from './services/account/webhooks.ts';
export { BUILDER } from './services/builder.ts';
export { DEFAULT_HTML } from './services/builder/create.ts';
export { type PatchOp } from './services/builder/patch.ts';
export type { OwnSnapshot } from './services/builder/own-pages.ts';
export type { WorldWebsite } from './services/builder/world-websites.ts';
export type { MemberWorld } from './services/worlds/own.ts';
export type { PublicPage, PublicSnapshot } from './services/builder/public.ts';
export { GATEWAY } from './services/gateway.ts';
export { GENERATOR } from './services/generator.ts';
export { PUBLISHER } from './services/publisher.ts';
export { SURF } from './services/surf.ts';
export { WORLDS } from './services/worlds.ts';
export { isReservedWord, PREVIEW_LABEL } from './reserved-words.ts';
export { SHARED_FUNCTIONS, VIEWS } from './views.ts';
export { archiveVersion } from './services/surf/operate.ts';
export { WEBHOOK_EVENT_NAMES, webhookEventOf, type WebhookEvent } from './webhook-events.ts';
