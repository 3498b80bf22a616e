import type { TextBody } from '@bridge/blobs';
import type { ErrorBody, InputIssue, KeyLimits } from '@bridge/contracts';
import type { BridgeError } from '@bridge/kernel';
import type { IncomingHttpHeaders } from 'node:http';

/** The identity of a call: an agent key, or an owner by session or terminal. It never contains the key itself. */
export interface Principal {
  readonly accountId: string;
  /** Id of the key; null for an owner. */
  readonly keyId: string | null;
  readonly scopes: ReadonlySet<string>;
  /** The Worlds that the key is limited to; null for the whole account. */
  readonly worlds: readonly string[] | null;
  /** True when the key may read the journal of the whole account. */
  readonly auditAll?: boolean;
  /** The key’s own rates, lower than those of the policy. */
  readonly limits?: KeyLimits | null;
  /** The first 6 bytes of the SHA-256 of the key, hex; absent for an owner. It names the key in addresses of previews. */
  readonly keyMark?: string;
}

/** A validated input. `wire` is sent on the bus after a body reference for each member of `texts` was added. */
export interface CheckedInput {
  readonly wire: Readonly<Record<string, unknown>>;
  /** The texts of the input, by the name of their member. */
  readonly texts: Readonly<Record<string, TextBody>>;
  /** Fingerprint of a keyed call; null for reads. */
  readonly fp: string | null;
}

/**
 * A parsed call with its validated and hashed input, computed where the body was parsed (a worker thread for a large
 * one). `dispatch` refuses it in the order of checks. Spec: actions.order.
 */
export interface PreparedCall {
  /** Name of the action or tool as sent; may be unknown. */
  readonly name: string;
  /** The validated input, or the reason why it is invalid. Null when the action is unknown. */
  readonly checked:
    | { readonly ok: true; readonly input: CheckedInput }
    | { readonly ok: false; readonly issues: readonly InputIssue[] }
    /** `lacks` is the name of a required header that is absent. */
    | { readonly ok: false; readonly lacks: string }
    | null;
}

/** The result of an action, as JSON text or as a stream of it. */
export interface Result {
  /** The complete JSON text; null when the result contains a large stored text, which only `chunks` returns. */
  readonly json: string | null;
  /** The result with `{bytes, chars, sha256}` in place of each stored text; null when `json` is set. */
  readonly outline: Readonly<Record<string, unknown>> | null;
  /**
   * Streams the JSON text. All stored bytes are verified before the first piece. Throws service_unavailable when the
   * blob store does not answer, and content_damaged when bytes are missing or altered.
   */
  chunks(): AsyncIterable<string>;
}

/** The outcome of a successful call. */
export interface CallOutcome {
  /** Name of the action, also when the call named the tool. */
  readonly action: string;
  readonly result: Result;
  /** True for the stored result of an earlier, identical call. */
  readonly replayed: boolean;
}

/** A request of a surface whose headers, key, admission and body have been checked. */
export interface SurfaceRequest {
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
  readonly principal: Principal;
  /** The parsed body without the inputs of its calls (act: `payload`; mcp: `params.arguments` of tools/call). */
  readonly body: unknown;
  /**
   * The calls of the body: entry 0 for an object, entry i for member i of an array. An entry is null when the message
   * is not a call, its name is not a string, or its input is not an object.
   */
  readonly calls: readonly (PreparedCall | null)[];
  /**
   * Executes one call in the order of checks: known 400, available 501, scope 403, schema 400, rate token 429, service.
   * Throws only BridgeError, also the rate_limited of admission when the body was read nevertheless.
   */
  dispatch(call: PreparedCall): Promise<CallOutcome>;
  /**
   * Takes a read token for a message other than a call (initialize, ping, tools/list, a notification). Throws
   * rate_limited, also that of admission.
   * @param method a name of the protocol, never a client’s text
   * @param client the name that the client gives itself; without it, the one in the headers of the request
   */
  charge(method: string, client?: unknown): void;
  /** Returns the error object of a thrown value. A value outside the catalogue is logged and becomes `internal`. */
  describe(error: unknown): ErrorBody;
}

/**
 * An HTTP reply of a surface. An iterable body is streamed; when it throws after its first piece, the connection is
 * closed.
 */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string> | null;
}

/** The refusal of a whole HTTP request by a surface, before the calls in its body are read. */
export interface Refusal {
  readonly error: BridgeError;
  /** The error object of the refusal. Spec: errors.failure. */
  readonly body: ErrorBody;
  readonly requestId: string;
}

/** Path and headers of a request in the raw form of an action, as the client sent them. */
export interface RawHead {
  /** Name of the action that this raw form calls. */
  readonly action: string;
  readonly pageId: string;
  /** The header If-Match; null when it is absent. */
  readonly ifMatch: string | null;
  readonly idempotencyKey: string | null;
}
/**
 * The head of a console route whose body is large: the action or message whose input the body is, and the input’s
 * members from the path.
 */
export interface ContentHead {
  readonly entry: string;
  readonly params: Readonly<Record<string, number | string>>;
}
/** The form of calls in a body: `{action, payload}`, JSON-RPC messages, the exact bytes of a draft (ADR 023), or an input. */
export type CallForm = 'act' | 'mcp' | RawHead | ContentHead;

/**
 * A surface is one way to call actions: it defines the form of calls and replies. `http/call-route.ts` handles methods,
 * key, admission, body, time limits and the headers `Allow`, `Retry-After`, `WWW-Authenticate` and `RateLimit` for all
 * surfaces.
 */
export interface CallSurface {
  readonly surface: 'act' | 'mcp';
  readonly path: string;
  readonly method: 'POST' | 'PUT';
  readonly mediaType: 'application/json' | 'text/html';
  /** True when web pages of other, allow-listed origins may call the surface. */
  readonly isCrossOrigin: boolean;
  formOf(headers: IncomingHttpHeaders, params: Readonly<Record<string, string>>): CallForm;
  /** Checks headers that only this surface requires, before the key; throws not_acceptable. */
  checkHeaders(headers: IncomingHttpHeaders): void;
  answer(received: SurfaceRequest): Promise<Reply>;
  /** Returns the reply that refuses a whole request; the caller adds the headers of its error code. */
  refuse(refusal: Refusal): Reply;
}
