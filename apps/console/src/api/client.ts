import type { ErrorBody, ErrorOutcome, RetryAdvice } from '@bridge/contracts';

/** Code of a call that got no answer at all; it is not in the catalogue, because no service sent it. */
const UNREACHABLE = 'unreachable';

/** The members of an error that the console shows; `request_id` stands beside the error in the envelope. */
export type RefusalFacts = Partial<Omit<ErrorBody, 'code'>> & {
  readonly code?: string;
  readonly request_id?: string;
};

/** A refusal by the service, with everything that its screen shows. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string;
  readonly outcome: ErrorOutcome;
  readonly retry: RetryAdvice;
  readonly details: Readonly<Record<string, unknown>>;
  /** Address of the code’s page; null when the service sent none. */
  readonly docUrl: string | null;
  readonly requestId: string | null;

  constructor(status: number, error: RefusalFacts) {
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

  /** Seconds after which the same call may be sent again; null when the refusal names none. */
  get retryAfterS(): number | null {
    const seconds = this.details['retry_after_s'];
    return this.retry === 'after_seconds' && typeof seconds === 'number' ? seconds : null;
  }

  /** True when the service sent no answer. */
  get isUnreachable(): boolean {
    return this.code === UNREACHABLE;
  }
}

/** Returns a thrown value as a Refusal. */
export function toRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(0, {});
}

type Method = 'GET' | 'POST' | 'PUT';

const sessionEnds = new Set<() => void>();

/** Calls `listener` whenever a call is refused because the session ended. Returns the function that stops it. */
export function whenSessionEnds(listener: () => void): () => void {
  sessionEnds.add(listener);
  return () => sessionEnds.delete(listener);
}

function unreachable(method: Method): Refusal {
  return new Refusal(0, {
    code: UNREACHABLE,
    message: 'The service cannot be reached.',
    hint: 'Is it running? Try again in a moment.',
    // A change may have arrived although its answer did not.
    outcome: method === 'GET' ? 'not_applied' : 'unknown',
    retry: 'same_key',
  });
}

interface Envelope {
  readonly error?: RefusalFacts;
  readonly request_id?: string;
}

function refusalOf(status: number, envelope: Envelope | null): Refusal {
  const requestId = envelope?.request_id;
  return new Refusal(status, {
    ...envelope?.error,
    ...(requestId === undefined ? {} : { request_id: requestId }),
  });
}

/** Options of one call. */
export interface SendOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  /** True when the call must outlive the page, as the last one of a page that is hidden. */
  readonly keepalive?: boolean;
}

/** Sends JSON to the app origin with the owner's session. Throws Refusal. */
export async function send<T>(
  method: Method,
  path: string,
  { body, signal, keepalive = false }: SendOptions = {},
): Promise<T> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      keepalive,
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw unreachable(method);
  }
  let parsed: unknown = null;
  try {
    parsed = text === '' ? null : JSON.parse(text);
  } catch {
    // Something between the browser and the service answered: a change may have arrived.
    throw new Refusal(response.status, { outcome: method === 'GET' ? 'not_applied' : 'unknown' });
  }
  if (!response.ok) {
    const refusal = refusalOf(response.status, parsed as Envelope | null);
    if (refusal.code === 'session_required') for (const listener of sessionEnds) listener();
    throw refusal;
  }
  return parsed as T;
}

/** Returns a new idempotency key, made when the person acts. `crypto.randomUUID` needs a secure address; this does not. */
export function makeIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
