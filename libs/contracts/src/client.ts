import { z } from 'zod';
import type { ErrorBody } from './errors.ts';
import { PUBLIC_PATHS } from './manifest.ts';
import type { ActionName, AnyAction } from './registry.ts';

type ActionOf<N extends ActionName> = Extract<AnyAction, { readonly name: N }>;
/** The payload of the action N; members with a default are optional. */
export type PayloadOf<N extends ActionName> = z.input<ActionOf<N>['input']>;
/** The result of the action N. */
export type ResultOf<N extends ActionName> = z.output<ActionOf<N>['output']>;

/** The result of a successful call. */
export interface ActResult<R> {
  readonly result: R;
  readonly requestId: string;
  /** True for the stored result of an earlier, identical call. */
  readonly replayed: boolean;
}

/** A call that was refused or failed, with the error object of the response. */
export class ActError extends Error {
  override readonly name = 'ActError';
  readonly error: ErrorBody;
  readonly requestId: string;
  /** Seconds of the Retry-After header; null without one. */
  readonly retryAfterS: number | null;

  constructor(error: ErrorBody, requestId: string, retryAfterS: number | null) {
    super(`${error.code}: ${error.message}`);
    this.error = error;
    this.requestId = requestId;
    this.retryAfterS = retryAfterS;
  }
}

/** A response without the envelope of the service: a proxy sent it, or the address is wrong. */
export class NotTheService extends Error {
  override readonly name = 'NotTheService';
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} answered ${status} without the service's envelope.`);
    this.status = status;
  }
}

/** The address and the credentials of a client. */
export interface ClientOptions {
  /** Base URL of the app origin, `http://localhost:4000`. */
  readonly baseUrl: string;
  /** The agent key, `ak_…`. */
  readonly key: string;
  /** Another fetch than the global one, for instance with its own dispatcher. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Calls actions by their names; payloads and results are typed from the registry. */
export interface Client {
  /**
   * Does one action and returns its result. Throws ActError for every refusal and failure that the service described,
   * NotTheService for any other answer, and what fetch throws when no answer came. It never retries by itself: a
   * change is repeated by the caller, with the same idempotency_key.
   */
  call<N extends ActionName>(
    action: N,
    payload: PayloadOf<N>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ActResult<ResultOf<N>>>;
}

const success = z.object({ ok: z.literal(true), result: z.unknown(), request_id: z.string() });
const failure = z.object({
  ok: z.literal(false),
  error: z.object({
    code: z.string(),
    status: z.number(),
    message: z.string(),
    hint: z.string(),
    outcome: z.string(),
    retry: z.string(),
    details: z.record(z.string(), z.unknown()),
    doc_url: z.string(),
  }),
  request_id: z.string(),
});
const envelope = z.discriminatedUnion('ok', [success, failure]);

async function readEnvelope(url: string, response: Response): Promise<z.infer<typeof envelope>> {
  const text = await response.text();
  try {
    return envelope.parse(JSON.parse(text));
  } catch {
    throw new NotTheService(url, response.status);
  }
}

function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null;
}

/** Makes a typed HTTP client of the action endpoint. */
export function makeClient(options: ClientOptions): Client {
  const url = `${options.baseUrl.replace(/\/+$/, '')}${PUBLIC_PATHS.act}`;
  const send = options.fetch ?? globalThis.fetch;
  return {
    async call(action, payload, { signal } = {}) {
      const response = await send(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${options.key}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify({ action, payload }),
        // A redirect of a POST would lose its body or send the key elsewhere.
        redirect: 'error',
        ...(signal === undefined ? {} : { signal }),
      });
      const reply = await readEnvelope(url, response);
      if (!reply.ok) {
        throw new ActError(
          // A newer service may send a code that this version does not know; it is passed on as it is.
          reply.error as ErrorBody,
          reply.request_id,
          secondsOf(response.headers.get('retry-after')),
        );
      }
      return {
        // The service checked its result against this action's output schema before it sent it.
        result: reply.result as ResultOf<typeof action>,
        requestId: reply.request_id,
        replayed: response.headers.get('idempotency-replayed') === 'true',
      };
    },
  };
}
