import type { ErrorBody, FailedCallOutcome, RetryAdvice } from '@bridge/contracts';
import { fetchKeepalive, fetchText, type ReceivedAnswer } from './keepalive.ts';

/**
 * Error code that the console itself gives to a request without an answer. The service's catalogue of error codes does not
 * contain it, because no service sends it.
 */
const UNREACHABLE = 'unreachable';

/**
 * The members of an error response that the console shows. In the response, `request_id` stands beside the member `error`, not
 * inside it.
 */
export type PartialErrorBody = Partial<Omit<ErrorBody, 'code'>> & {
  readonly code?: string;
  readonly request_id?: string;
};

/** The error that a failed request to the service throws, with the code, message, hint and retry advice that screens show. */
export class ServiceRequestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  readonly outcome: FailedCallOutcome;
  readonly retry: RetryAdvice;
  readonly details: Readonly<Record<string, unknown>>;
  /** URL of the page that explains the error code; null when the service sent none. */
  readonly docUrl: string | null;
  readonly requestId: string | null;

  constructor(status: number, error: PartialErrorBody) {
    super(error.message ?? 'The service did not answer as expected.');
    this.status = status;
    this.code = error.code ?? 'internal';
    this.hint = error.hint ?? 'Try again. If it fails again, read the service’s log.';
    this.outcome = error.outcome ?? 'not_applied';
    this.retry = error.retry ?? 'same_key';
    this.details = error.details ?? {};
    this.docUrl = error.doc_url ?? null;
    this.requestId = error.request_id ?? null;
  }

  /** Seconds after which the same request may be repeated; null when the response names no delay. */
  get retryAfterS(): number | null {
    const seconds = this.details['retry_after_s'];
    return this.retry === 'after_seconds' && typeof seconds === 'number' ? seconds : null;
  }

  /**
   * True when the service may have refused the request before it looked at the change. If the request repeated an earlier one
   * without an answer, the outcome of that one is still unknown.
   */
  get isRefusedUnread(): boolean {
    return ['same_key', 'after_seconds'].includes(this.retry) || this.code === 'session_required';
  }

  /** True when the request received no answer. */
  get isUnreachable(): boolean {
    return this.code === UNREACHABLE;
  }
}

/** Returns a thrown ServiceRequestError itself, and a new one with the code `internal` for any other thrown value. */
export function toRefusal(error: unknown): ServiceRequestError {
  return error instanceof ServiceRequestError ? error : new ServiceRequestError(0, {});
}

/** An HTTP method that the console uses. */
type HttpMethod = 'GET' | 'POST' | 'PUT';

const sessionEnds = new Set<() => void>();

/**
 * Calls `listener` when the service refuses a request because the owner's session ended. Returns a function that removes the
 * listener.
 */
export function whenSessionEnds(listener: () => void): () => void {
  sessionEnds.add(listener);
  return () => sessionEnds.delete(listener);
}

function unreachable(method: HttpMethod): ServiceRequestError {
  return new ServiceRequestError(0, {
    code: UNREACHABLE,
    message: 'The service cannot be reached.',
    hint: 'Is it running? Try again in a moment.',
    // Without an answer, a change may still have been applied.
    outcome: method === 'GET' ? 'not_applied' : 'unknown',
    retry: 'same_key',
  });
}

/** The body of an error response. */
interface ErrorResponseBody {
  readonly error?: PartialErrorBody;
  readonly request_id?: string;
}

function refusalOf(status: number, envelope: ErrorResponseBody | null): ServiceRequestError {
  const requestId = envelope?.request_id;
  return new ServiceRequestError(status, {
    ...envelope?.error,
    ...(requestId === undefined ? {} : { request_id: requestId }),
  });
}

/** Time limit in ms for the complete answer to a request without a body; after it the request is aborted. */
const ANSWER_MS_MAX = 60_000;
/**
 * Lowest upload rate that is expected, in UTF-16 units per ms. The time limit of a request grows with its body at this rate.
 */
const SENT_CHARS_PER_MS_MIN = 32;

/** Returns the time limit in ms for a request with this body; after it the request is aborted. */
function answerMsMax(body: string | undefined): number {
  return ANSWER_MS_MAX + (body?.length ?? 0) / SENT_CHARS_PER_MS_MIN;
}

/** Options of a request to the service. */
export interface ServiceRequestOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /**
   * True for a request that the browser completes even when the page is closed. It applies only to a body that is short enough
   * (`fitsKeepalive`); a request with a longer body is sent as usual. The request may be sent twice, so its repetition must
   * have no further effect.
   */
  readonly keepalive?: boolean;
  /** Secret of an agent's key, with which the request is authenticated instead of with the owner's session. */
  readonly secret?: string;
}

/**
 * Sends a request and reads the whole answer. Throws a ServiceRequestError with the code `unreachable` when the request fails
 * or exceeds its time limit.
 */
async function exchange(
  method: HttpMethod,
  path: string,
  { body, signal, keepalive = false, secret }: ServiceRequestOptions,
): Promise<ReceivedAnswer> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMsMax(sent));
  const init = {
    method,
    credentials: secret === undefined ? 'same-origin' : 'omit',
    signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
    headers: {
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
    },
    ...(sent === undefined ? {} : { body: sent }),
  } as const;
  try {
    return await (keepalive ? fetchKeepalive(path, init) : fetchText(path, init));
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw unreachable(method);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends a JSON request to the service, with the owner's session or with a key's secret, and returns the parsed answer. Throws
 * ServiceRequestError.
 */
export async function send<T>(
  method: HttpMethod,
  path: string,
  options: ServiceRequestOptions = {},
): Promise<T> {
  const { response, text } = await exchange(method, path, options);
  let parsed: unknown = null;
  try {
    parsed = text === '' ? null : JSON.parse(text);
  } catch {
    // The service answers in JSON only, so a proxy wrote this answer. The service may have applied the change all the same.
    throw new ServiceRequestError(response.status, {
      outcome: method === 'GET' ? 'not_applied' : 'unknown',
    });
  }
  if (!response.ok) {
    const refusal = refusalOf(response.status, parsed as ErrorResponseBody | null);
    if (refusal.code === 'session_required') for (const listener of sessionEnds) listener();
    throw refusal;
  }
  return parsed as T;
}

/** Returns a new random idempotency key. It does not use `crypto.randomUUID`, which browsers lack on plain HTTP addresses. */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
