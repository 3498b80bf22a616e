import type { Body } from '@bridge/blobs';
import type { ErrorBody, InputIssue } from '@bridge/contracts';
import type { BridgeError } from '@bridge/kernel';
import type { IncomingHttpHeaders } from 'node:http';

/** In whose name a call is made: an agent key, or the owner in person. Nothing behind this ever sees a key. */
export interface Principal {
  readonly accountId: string;
  /** Null when the owner acts in person. */
  readonly keyId: string | null;
  readonly scopes: ReadonlySet<string>;
  /** Words the key is limited to; null for the whole account. */
  readonly worlds: readonly string[] | null;
}

/** The input of a call after its schema: `wire` is what travels on the bus, with each of `texts` still to be put there. */
export interface CheckedInput {
  readonly wire: Readonly<Record<string, unknown>>;
  /** By member of the wire input: becomes a body reference when the call is dispatched. */
  readonly texts: Readonly<Record<string, Body>>;
  /** Fingerprint of a keyed call; null for reads. */
  readonly fp: string | null;
}

/**
 * One call as it was read: its input checked and hashed where it was parsed (a worker thread when the body is large),
 * but nothing decided. `dispatch` decides. Spec: actions.order.
 */
export interface PreparedCall {
  /** Action or tool name as it was sent; perhaps unknown. */
  readonly name: string;
  /** Null when the action is unknown. */
  readonly checked:
    | { readonly ok: true; readonly input: CheckedInput }
    | { readonly ok: false; readonly issues: readonly InputIssue[] }
    /** A condition that this form of the call must carry as a header, and does not. */
    | { readonly ok: false; readonly lacks: string }
    | null;
}

/** A result on its way out, as JSON text. */
export interface Result {
  /** The complete JSON text; null when the result holds a stored text too large to hold at once: then use `chunks`. */
  readonly json: string | null;
  /** The result with `{bytes, chars, sha256}` in place of each stored text; null when `json` is there. */
  readonly outline: Readonly<Record<string, unknown>> | null;
  /**
   * The same JSON text piece by piece. The stored bytes are verified before the first piece: throws service_unavailable
   * when the store is away, and content_damaged when they are missing or altered.
   */
  chunks(): AsyncIterable<string>;
}

/** What a call came to; a refusal is a thrown BridgeError. */
export interface Dispatched {
  /** The action's own name, `builder.get`, however it was spelled. */
  readonly action: string;
  readonly result: Result;
  /** True for the stored result of an earlier, identical call. */
  readonly replayed: boolean;
}

/** A request of one of the two surfaces after headers, key, admission and body. */
export interface Received {
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
  readonly principal: Principal;
  /**
   * The JSON value of the body without the inputs of its calls (act: `payload`; mcp: `params.arguments` of tools/call).
   */
  readonly body: unknown;
  /**
   * The calls of the body: entry 0 belongs to an object, entry i to member i of an array. Null where that message is
   * not a call: no string as name, or an input that is not an object.
   */
  readonly calls: readonly (PreparedCall | null)[];
  /**
   * Does one call: known 400, scope 403, available 501, schema 400, rate token 429, then the service. Throws BridgeError
   * only. Also says that a rate was exceeded at admission when the body was read in spite of it.
   */
  dispatch(call: PreparedCall): Promise<Dispatched>;
  /**
   * Takes one token of the reads for a message that is no call (initialize, ping, tools/list, a notification), so that
   * no message is free of the rates; throws rate_limited, also when that was found at admission.
   */
  charge(): void;
  /** The error object for whatever `dispatch` threw; what is not of the catalogue is logged and becomes `internal`. */
  describe(error: unknown): ErrorBody;
}

/** An answer as bytes go out. An iterable is streamed; when it throws after its first piece the connection is cut. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string> | null;
}

/** A refusal of a whole request, before any call of it was looked at. */
export interface Refusal {
  readonly error: BridgeError;
  /** The error object, ready to be sent. Spec: errors.failure. */
  readonly body: ErrorBody;
  readonly requestId: string;
}

/** Parts of a raw request that are not its body, as they were sent. */
export interface RawHead {
  /** Name of the action whose raw form it is. */
  readonly action: string;
  readonly pageId: string;
  /** Null when the header is absent, as below. */
  readonly ifMatch: string | null;
  readonly idempotencyKey: string | null;
}
/**
 * How calls are written in a request: `{action, payload}`, JSON-RPC messages of which tools/call are calls, or the exact
 * bytes of a whole draft (ADR 023).
 */
export type CallForm = 'act' | 'mcp' | RawHead;

/**
 * A surface: how calls stand in a body and how answers are written. The pipeline around it (`http/call-route.ts`) does
 * methods, headers, key, admission, reading, time limits, `WWW-Authenticate`, `Allow`, `Retry-After` and `RateLimit`.
 */
export interface CallSurface {
  readonly surface: 'act' | 'mcp';
  readonly path: string;
  readonly method: 'POST' | 'PUT';
  readonly mediaType: 'application/json' | 'text/html';
  /** True when browsers of other, allow-listed origins may call it. */
  readonly isCrossOrigin: boolean;
  formOf(headers: IncomingHttpHeaders, params: Readonly<Record<string, string>>): CallForm;
  /** Checks headers of its own, before the key; throws BridgeError (not_acceptable). */
  checkHeaders(headers: IncomingHttpHeaders): void;
  answer(received: Received): Promise<Reply>;
  /** Writes a refusal of the whole request; the pipeline adds the headers that belong to its code. */
  refuse(refusal: Refusal): Reply;
}
