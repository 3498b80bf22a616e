import type { TextBody } from '@bridge/blobs';
import type { ErrorBody, InputIssue, KeyLimits } from '@bridge/contracts';
import type { BridgeError } from '@bridge/kernel';
import type { IncomingHttpHeaders } from 'node:http';

/** The identity of a call: an agent key, or an owner by session or terminal. It never contains the key itself. */
export interface Principal {
  readonly accountId: string;
  /** Null for an owner. */
  readonly keyId: string | null;
  readonly scopes: ReadonlySet<string>;
  /** The Worlds that the key is limited to; null for the whole account. */
  readonly worlds: readonly string[] | null;
  /** True when the key may read the journal of the whole account. */
  readonly auditAll?: boolean;
  /** Rates of the key below those of the policy. */
  readonly limits?: KeyLimits | null;
  /** The first 6 bytes of the SHA-256 of the key, hex; absent for an owner. It names the key in addresses of previews. */
  readonly keyMark?: string;
}

/** A valid input: `wire` travels on the bus, after each of `texts` was added as a body reference. */
export interface CheckedInput {
  readonly wire: Readonly<Record<string, unknown>>;
  /** By member of the wire input. */
  readonly texts: Readonly<Record<string, TextBody>>;
  /** Fingerprint of a keyed call; null for reads. */
  readonly fp: string | null;
}

/**
 * A parsed call. Its input was checked and hashed where it was parsed (in a worker thread for large bodies); `dispatch`
 * decides in the order of checks. Spec: actions.order.
 */
export interface PreparedCall {
  /** Name of the action or tool as sent; may be unknown. */
  readonly name: string;
  /** Null when the action is unknown. */
  readonly checked:
    | { readonly ok: true; readonly input: CheckedInput }
    | { readonly ok: false; readonly issues: readonly InputIssue[] }
    /** The name of a required header that is absent. */
    | { readonly ok: false; readonly lacks: string }
    | null;
}

/** A result as JSON text. */
export interface Result {
  /** The complete JSON text; null when the result contains a large stored text, which `chunks` streams. */
  readonly json: string | null;
  /** The result with `{bytes, chars, sha256}` in place of each stored text; null when `json` is not. */
  readonly outline: Readonly<Record<string, unknown>> | null;
  /**
   * Streams the JSON text. The stored bytes are verified before the first piece. Throws service_unavailable when the store
   * does not answer, and content_damaged when bytes are missing or altered.
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

/** A request of a surface, after headers, key, admission and body were checked. */
export interface SurfaceRequest {
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
  readonly principal: Principal;
  /** The parsed body without the inputs of its calls (act: `payload`; mcp: `params.arguments` of tools/call). */
  readonly body: unknown;
  /**
   * The calls of the body: entry 0 for an object, entry i for member i of an array. Null for a message that is not a call,
   * without a string as name, or with an input that is not an object.
   */
  readonly calls: readonly (PreparedCall | null)[];
  /**
   * Executes one call in the order of checks: known 400, available 501, scope 403, schema 400, rate token 429, service.
   * Throws only BridgeError, also the rate_limited of admission when the body was read nevertheless.
   */
  dispatch(call: PreparedCall): Promise<CallOutcome>;
  /**
   * Takes a read token for a message other than a call (initialize, ping, tools/list, a notification). Throws
   * rate_limited, also that of admission. @param method a name of the protocol, never a client’s text
   */
  charge(method: string): void;
  /** Returns the error object of a thrown value. A value outside the catalogue is logged and becomes `internal`. */
  describe(error: unknown): ErrorBody;
}

/** An HTTP answer. An iterable body is streamed; when it throws after its first piece, the connection is closed. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string> | null;
}

/** A refusal of a whole request. */
export interface Refusal {
  readonly error: BridgeError;
  /** The error object. Spec: errors.failure. */
  readonly body: ErrorBody;
  readonly requestId: string;
}

/** Path and headers of a raw request, as sent. */
export interface RawHead {
  /** The action with this raw form. */
  readonly action: string;
  readonly pageId: string;
  /** Null without the header, as below. */
  readonly ifMatch: string | null;
  readonly idempotencyKey: string | null;
}
/** A content route of the console: the entry whose input the body is, and the members that the path names. */
export interface ContentHead {
  readonly entry: string;
  readonly params: Readonly<Record<string, number | string>>;
}
/** The form of calls in a body: `{action, payload}`, JSON-RPC messages, the exact bytes of a draft (ADR 023), or an input. */
export type CallForm = 'act' | 'mcp' | RawHead | ContentHead;

/**
 * A surface: the form of its calls and answers. `http/call-route.ts` handles methods, headers, key, admission, body, time
 * limits, `WWW-Authenticate`, `Allow`, `Retry-After` and `RateLimit` for all surfaces.
 */
export interface CallSurface {
  readonly surface: 'act' | 'mcp';
  readonly path: string;
  readonly method: 'POST' | 'PUT';
  readonly mediaType: 'application/json' | 'text/html';
  /** True when browsers of other, allow-listed origins may call it. */
  readonly isCrossOrigin: boolean;
  formOf(headers: IncomingHttpHeaders, params: Readonly<Record<string, string>>): CallForm;
  /** Checks the surface's own headers before the key; throws not_acceptable. */
  checkHeaders(headers: IncomingHttpHeaders): void;
  answer(received: SurfaceRequest): Promise<Reply>;
  /** Returns the refusal of a whole request; the pipeline adds the headers of its code. */
  refuse(refusal: Refusal): Reply;
}
