import { LIMITS } from './limits.ts';

/** Whether anything may have happened: `unknown` only where an effect may stand although no answer came. */
export type Outcome = 'not_applied' | 'unknown';
/** What a caller may do next. */
export type Retry = 'never' | 'same_key' | 'after_reconcile' | 'after_seconds' | 'fix_input';

interface ErrorEntry {
  readonly status: number;
  readonly outcome: Outcome;
  readonly retry: Retry;
  /** Says what happened, from the public details; the product's own words only. */
  readonly message: (details: never) => string;
  /** Says what to do next. */
  readonly hint: string | ((details: never) => string);
}

export interface InputIssue {
  /** JSON path of the member, as `patch_ops[3].old`; empty for the whole input. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}
interface Page {
  readonly page_id: number;
}
interface Word {
  readonly word: string;
}
interface Op {
  readonly op_index: number;
}
type Empty = Readonly<Record<string, unknown>>;

const GET_A_KEY =
  'Ask the account owner for a key: the console of this service makes them under Keys.';
const LATER = 'Wait the seconds of Retry-After, then send the same call again.';
const SAME_KEY = 'Send the same call again with the same idempotency_key: it is done at most once.';

/**
 * The closed catalogue of errors: code to status, outcome, retry, message and hint. `details` holds public facts only:
 * never SQL, another server's text or a user's HTML, because an agent reads it. Source: decisions.md section 3.
 */
export const ERRORS = {
  invalid_json: {
    status: 400,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { reason: string }) => `The request body is not acceptable JSON: ${d.reason}.`,
    hint: 'Send one JSON object, UTF-8, without a byte order mark and without repeated member names.',
  },
  json_too_complex: {
    status: 400,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { limit: string; max: number }) =>
      `The request body exceeds ${d.limit} (${d.max}).`,
    hint: `Keep the JSON within ${LIMITS.jsonDepthMax} levels and ${LIMITS.jsonTokensMax} tokens; long text belongs into one string.`,
  },
  invalid_input: {
    status: 400,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { issues: readonly InputIssue[] }) => {
      const first = d.issues[0];
      if (first === undefined) return 'The input is not valid.';
      const more = d.issues.length > 1 ? ` (and ${d.issues.length - 1} more)` : '';
      return `${first.path === '' ? 'The input' : first.path}: ${first.message}${more}.`;
    },
    hint: 'Correct the members named in details.issues; GET /api/agent-bridge/actions has every input schema.',
  },
  invalid_unicode: {
    status: 400,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { field: string; offset?: number }) => `${d.field} holds ill-formed Unicode.`,
    hint: 'Send valid UTF-8 without lone surrogates; nothing is repaired, because HTML is stored exactly.',
  },
  unknown_action: {
    status: 400,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { did_you_mean?: string }) =>
      d.did_you_mean === undefined
        ? 'There is no such action.'
        : `There is no such action; did you mean ${d.did_you_mean}?`,
    hint: 'GET /api/agent-bridge/actions lists every action.',
  },
  ambiguous_credentials: {
    status: 400,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: Empty) => 'The request carries more than one key, or one header twice.',
    hint: 'Send the key once, as "Authorization: Bearer ak_…" or as "X-Service-Agent-Key: ak_…".',
  },
  key_missing: {
    status: 401,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: Empty) => 'The request carries no agent key.',
    hint: `Send "Authorization: Bearer ak_<KEY>". ${GET_A_KEY}`,
  },
  key_malformed: {
    status: 401,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: Empty) => 'The agent key is not well formed; its checksum does not match.',
    hint: 'Copy the whole key again: ak_ and 49 letters and digits.',
  },
  key_invalid: {
    status: 401,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: Empty) => 'The agent key is not known.',
    hint: GET_A_KEY,
  },
  key_revoked: {
    status: 401,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: Empty) => 'The agent key was revoked by its owner.',
    hint: GET_A_KEY,
  },
  key_expired: {
    status: 401,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: Empty) => 'The agent key has expired.',
    hint: GET_A_KEY,
  },
  credits_exhausted: {
    status: 402,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: Empty) => 'The account has no credits left for this paid action.',
    hint: 'The owner can add credits; actions on your own HTML cost nothing and go on working.',
  },
  insufficient_scope: {
    status: 403,
    outcome: 'not_applied',
    retry: 'never',
    message: (d: { required_scope: string }) => `The key lacks the scope ${d.required_scope}.`,
    hint: (d: { required_scope: string }) =>
      `The owner can make a key with the scope ${d.required_scope} in the console.`,
  },
  world_forbidden: {
    status: 403,
    outcome: 'not_applied',
    retry: 'never',
    message: (d: Word) => `The account may not create, attach or publish in World ${d.word}.`,
    hint: 'Use a World of worlds_list, or ask its founder to make the owner a contributor.',
  },
  key_world_not_allowed: {
    status: 403,
    outcome: 'not_applied',
    retry: 'never',
    message: (d: Word) => `The key is limited to other Worlds than ${d.word}.`,
    hint: 'Use a World of worlds_list, or ask the owner for a key that includes this one.',
  },
  origin_forbidden: {
    status: 403,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: Empty) =>
      'The request comes from an Origin, site or Host that is not allowed here.',
    hint: 'Send the request to the configured address, without an Origin header or with the service’s own.',
  },
  session_required: {
    status: 403,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: Empty) =>
      'This address is for the signed-in owner only; an agent key cannot use it.',
    hint: 'Sign in at the console. Keys are made, listed and revoked there, never by a key.',
  },
  page_not_found: {
    status: 404,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: Page) => `There is no website ${d.page_id} for this key.`,
    hint: 'builder_list gives the websites this key can see.',
  },
  world_not_found: {
    status: 404,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: Word) => `There is no World ${d.word}.`,
    hint: 'worlds_list gives the Worlds you can use; worlds_found claims a new one.',
  },
  snapshot_not_found: {
    status: 404,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: Empty) => 'There is no such snapshot.',
    hint: 'builder_get names the current snapshot of a website.',
  },
  no_paired_session: {
    status: 404,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: Empty) => 'No open console session is paired with this key.',
    hint: 'Ask the owner to open the console and pair.',
  },
  not_found: {
    status: 404,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: Empty) => 'There is nothing at this address.',
    hint: 'GET /api/agent-bridge tells where the service’s addresses are.',
  },
  method_not_allowed: {
    status: 405,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { allow: string }) => `Only ${d.allow} works at this address.`,
    hint: 'Send the method that the Allow header names.',
  },
  not_acceptable: {
    status: 406,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: Empty) => 'The Accept header excludes JSON, the only form of answer here.',
    hint: 'Send "Accept: application/json, text/event-stream" or leave the header out.',
  },
  request_timeout: {
    status: 408,
    outcome: 'not_applied',
    retry: 'same_key',
    message: (_: Empty) => 'The request did not arrive whole in time.',
    hint: SAME_KEY,
  },
  revision_conflict: {
    status: 409,
    outcome: 'not_applied',
    retry: 'after_reconcile',
    message: (d: Page & { expected_revision: number; current_revision: number }) =>
      `Page ${d.page_id} is at revision ${d.current_revision}, not ${d.expected_revision}.`,
    hint: (d: { current_revision: number }) =>
      `Call builder_get, redo the change on revision ${d.current_revision}, and send it with a new idempotency_key.`,
  },
  word_unavailable: {
    status: 409,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: Word & { reason: 'owned' | 'reserved' }) => `The word ${d.word} is ${d.reason}.`,
    hint: 'Choose another word.',
  },
  idempotency_in_progress: {
    status: 409,
    outcome: 'not_applied',
    retry: 'after_seconds',
    message: (_: Empty) => 'A call with this idempotency_key is still being done.',
    hint: 'Wait the seconds of Retry-After, then send the same call with the same idempotency_key.',
  },
  gone: {
    status: 410,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: Empty) => 'What stood at this address was removed.',
    hint: 'Do not ask for it again.',
  },
  payload_too_large: {
    status: 413,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { bytes_max: number }) => `The request body is larger than ${d.bytes_max} bytes.`,
    hint: 'Send text as UTF-8 instead of \\u escapes, or split a patch into several calls.',
  },
  unsupported_media_type: {
    status: 415,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: Empty) => 'The body must be application/json, UTF-8, without a content encoding.',
    hint: 'Send "Content-Type: application/json".',
  },
  idempotency_mismatch: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: Empty) => 'This idempotency_key was already used for another call.',
    hint: 'Use a new idempotency_key for a new change; the old key only repeats the old call.',
  },
  patch_no_match: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: Op) =>
      `Operation ${d.op_index}: its old text does not stand in the draft. Nothing was changed.`,
    hint: (d: { suggested_old?: string; cause?: string }) =>
      d.suggested_old !== undefined
        ? 'details.suggested_old is the exact text that stands there: send it as old.'
        : d.cause === 'already_applied'
          ? 'The new text stands there already; leave this operation out.'
          : 'Call builder_get and copy old exactly from raw_html, with its blanks and line endings.',
  },
  patch_ambiguous: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: Op & { match_count: number }) =>
      `Operation ${d.op_index}: its old text stands in ${d.match_count} places. Nothing was changed.`,
    hint: 'Add surrounding text to old until it is unique.',
  },
  patch_overlap: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { ops: readonly number[] }) =>
      `Operations ${d.ops.join(' and ')} change the same text. Nothing was changed.`,
    hint: 'Join these operations into one.',
  },
  patch_no_change: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (_: { op_index?: number }) => 'The patch would change nothing.',
    hint: 'Make new differ from old, or leave the operation out.',
  },
  html_too_large: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { chars: number }) =>
      `The result would have ${d.chars} characters; at most ${LIMITS.rawHtmlCharsMax} are stored.`,
    hint: 'Make the website smaller, for instance by linking to large media instead of embedding it.',
  },
  multi_file_project: {
    status: 422,
    outcome: 'not_applied',
    retry: 'never',
    message: (d: Page) => `Website ${d.page_id} is a project of several files.`,
    hint: 'Edit it in its project editor; the record’s editor_url leads there.',
  },
  empty_draft: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: Page) => `Website ${d.page_id} has an empty draft; there is nothing to publish.`,
    hint: 'Create a website with HTML, or restore an earlier revision, then publish.',
  },
  secret_in_html: {
    status: 422,
    outcome: 'not_applied',
    retry: 'fix_input',
    message: (d: { kind: string; line: number }) =>
      `The draft holds a secret (${d.kind}) in line ${d.line}; publishing would give it away.`,
    hint: 'Remove the secret with builder_patch, revoke it where it was issued, then publish.',
  },
  rate_limited: {
    status: 429,
    outcome: 'not_applied',
    retry: 'after_seconds',
    message: (d: { limit: string }) => `Too many calls: ${d.limit}.`,
    hint: LATER,
  },
  quota_exceeded: {
    status: 429,
    outcome: 'not_applied',
    retry: 'never',
    message: (d: { quota: string; max: number }) =>
      `The account has reached its quota: ${d.quota} (${d.max}).`,
    hint: 'The owner can make room, or ask the operator for a larger quota.',
  },
  suspended: {
    status: 451,
    outcome: 'not_applied',
    retry: 'never',
    message: (_: Empty) => 'This was suspended by the operator.',
    hint: 'The owner can write to the operator; drafts and archives are kept.',
  },
  internal: {
    status: 500,
    outcome: 'unknown',
    retry: 'same_key',
    message: (_: Empty) => 'Something went wrong inside the service.',
    hint: `${SAME_KEY} If it stays, report the request_id to the operator.`,
  },
  not_configured: {
    status: 501,
    outcome: 'not_applied',
    retry: 'never',
    message: (d: { action: string }) => `The action ${d.action} is not available on this service.`,
    hint: 'GET /api/agent-bridge/actions says which actions are available.',
  },
  service_unavailable: {
    status: 503,
    outcome: 'not_applied',
    retry: 'after_seconds',
    message: (d: { part?: string }) =>
      d.part === undefined
        ? 'The service cannot take this call now; nothing was done.'
        : `The ${d.part} is not available now; nothing was done.`,
    hint: LATER,
  },
  outcome_unknown: {
    status: 504,
    outcome: 'unknown',
    retry: 'same_key',
    message: (_: Empty) => 'No answer came in time; the change may or may not have been done.',
    hint: SAME_KEY,
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
/** The public details that an error of this code carries. */
export type ErrorDetails<C extends ErrorCode> = Parameters<(typeof ERRORS)[C]['message']>[0];

/** The error object of every surface; `doc_url` is added where the base URL is known. Source: decisions.md section 3. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  readonly hint: string;
  readonly outcome: Outcome;
  readonly retry: Retry;
  readonly details: Readonly<Record<string, unknown>>;
  readonly doc_url: string;
}

/** Renders the error object from a code and its public details. `docsUrl` is the address of the errors page. */
export function errorBody(
  code: ErrorCode,
  details: Readonly<Record<string, unknown>>,
  docsUrl: string,
): ErrorBody {
  const entry: ErrorEntry = ERRORS[code];
  const shown = details as never;
  return {
    code,
    status: entry.status,
    message: entry.message(shown),
    hint: typeof entry.hint === 'string' ? entry.hint : entry.hint(shown),
    outcome: entry.outcome,
    retry: entry.retry,
    details,
    doc_url: `${docsUrl}#${code}`,
  };
}

/** True for a code of the catalogue: what came over a wire is checked before it is trusted. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}
