import type { HashedText } from '@bridge/blobs';
import type { ErrorBody, InputIssue, KeyRateLimits } from '@bridge/contracts';
import type { IncomingHttpHeaders } from 'node:http';

/** The caller of a call: an agent key, or an owner who uses a session or the terminal. It never contains the key’s secret. */
export interface Principal {
  readonly accountId: string;
  /** Id of the key; null for an owner. */
  readonly keyId: string | null;
  readonly scopes: ReadonlySet<string>;
  /** The Worlds (public identities) to which the key is limited; null when it may use all Worlds of the account. */
  readonly worlds: readonly string[] | null;
  /** True when the key may read the journal (audit log) of the whole account. */
  readonly auditAll?: boolean;
  /** The rates that the owner lowered for this key, in calls per second; null or absent without such rates. */
  readonly limits?: KeyRateLimits | null;
  /** The first 6 bytes of the SHA-256 of the key, hex; absent for an owner. It identifies the key in addresses of previews. */
  readonly keyMark?: string;
}

/**
 * The validated input of an action. The gateway sends `wire` on the bus, with a body reference (size, SHA-256, and bytes or
 * object name) added for each member of `texts`.
 */
export interface ValidatedActionInput {
  readonly wire: Readonly<Record<string, unknown>>;
  /** The texts of the input by the name of their member, such as `raw_html`. */
  readonly texts: Readonly<Record<string, HashedText>>;
  /** Fingerprint (SHA-256 of action and input) of a call with an idempotency key; null for a read. */
  readonly fp: string | null;
}

/**
 * A parsed call with its validated and hashed input, computed where the body was parsed (a worker thread for a large body).
 * The issues of an invalid input are kept, so that `dispatch` reports them after its earlier checks. Spec: actions.order.
 */
export interface ParsedActionCall {
  /** Name of the action or tool as sent; may be unknown. */
  readonly name: string;
  /** The validated input, or the reason why it is invalid. Null when the action is unknown. */
  readonly checked:
    | { readonly ok: true; readonly input: ValidatedActionInput }
    | { readonly ok: false; readonly issues: readonly InputIssue[] }
    /** `lacks` is the name of a required header that is absent. */
    | { readonly ok: false; readonly lacks: string }
    | null;
}

/** The result of an action, as JSON text or as a stream of it. */
export interface ActionResult {
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

/** The action and result of a successful call. */
export interface CompletedCall {
  /** Name of the action, also when the client sent the name of its MCP tool. */
  readonly action: string;
  readonly result: ActionResult;
  /** True when `result` is the stored result of an earlier, identical call. */
  readonly replayed: boolean;
}

/** A request to a surface (act or MCP) whose headers, key, admission and body have been checked. */
export interface AgentSurfaceRequest {
  readonly requestId: string;
  readonly headers: IncomingHttpHeaders;
  readonly principal: Principal;
  /**
   * The parsed body without the inputs of its calls (on the act interface `payload`; on MCP `params.arguments` of tools/call).
   */
  readonly body: unknown;
  /**
   * The calls of the body: entry 0 for an object, entry i for member i of an array. An entry is null when the message
   * is not a call, its name is not a string, or its input is not an object.
   */
  readonly calls: readonly (ParsedActionCall | null)[];
  /**
   * Executes one call. Checks in this order: known action (400), configured (501), scope (403), input (400), rate (429); then
   * calls the service. Throws only BridgeError, including a rate_limited that was found before the body was read.
   */
  dispatch(call: ParsedActionCall): Promise<CompletedCall>;
  /**
   * Takes one token of the rate `read` for a message other than a call (initialize, ping, tools/list, a notification). Throws
   * rate_limited, also when the rate was exceeded before the body was read.
   * @param method a name of the protocol, never a client’s text
   * @param client the name that the client gives itself; by default its User-Agent header
   */
  charge(method: string, client?: unknown): void;
  /**
   * Returns the error object that the client receives for a thrown value. A value that is not a BridgeError is logged and
   * becomes `internal`.
   */
  describe(error: unknown): ErrorBody;
}

/**
 * An HTTP reply of a surface (act or MCP). An iterable body is streamed; when it throws after its first piece, the connection
 * is closed.
 */
export interface AgentSurfaceReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string> | null;
}

/** The reply to a refused request, whose body is one text. */
export interface HttpErrorReply extends AgentSurfaceReply {
  readonly body: string;
}

/** Path and headers of a raw request, as the client sent them. The body of a raw request is the HTML of a draft itself. */
export interface HtmlBodyRequestPathAndHeaders {
  /** Name of the action that the request performs, such as `builder.patch`. */
  readonly action: string;
  readonly pageId: string;
  /** The header If-Match; null when it is absent. */
  readonly ifMatch: string | null;
  readonly idempotencyKey: string | null;
}
/**
 * Describes a console request with a large body: `entry` names the action or bus message whose input the body is, and `params`
 * has the input’s members that the path contains.
 */
export interface WebsiteTextCallNameAndParams {
  readonly entry: string;
  readonly params: Readonly<Record<string, number | string>>;
}
/**
 * The form of the calls in a body: `{action, payload}`, JSON-RPC messages, the exact bytes of a draft (ADR 023), or the input
 * of one action or message of the console.
 */
export type CallBodyFormat =
  'act' | 'mcp' | HtmlBodyRequestPathAndHeaders | WebsiteTextCallNameAndParams;

/**
 * A surface is one way to call actions: it defines the form of calls and replies. `http/call-route.ts` handles methods,
 * key, admission, body, time limits and the headers `Allow`, `Retry-After`, `WWW-Authenticate` and `RateLimit` for all
 * surfaces.
 */
export interface AgentCallSurface {
  readonly surface: 'act' | 'mcp';
  readonly path: string;
  readonly method: 'POST' | 'PUT';
  readonly mediaType: 'application/json' | 'text/html';
  /** True when web pages of other, allow-listed origins may call this surface (act or MCP). */
  readonly isCrossOrigin: boolean;
  formOf(headers: IncomingHttpHeaders, params: Readonly<Record<string, string>>): CallBodyFormat;
  /** Checks the headers that only this surface (act or MCP) requires, before the key is looked up. Throws not_acceptable. */
  checkHeaders(headers: IncomingHttpHeaders): void;
  answer(received: AgentSurfaceRequest): Promise<AgentSurfaceReply>;
  /**
   * Returns the reply that refuses a whole request; the caller adds the headers of its error code.
   * @param error the error object of the refusal. Spec: errors.failure.
   */
  refuse(error: ErrorBody, requestId: string): HttpErrorReply;
}
