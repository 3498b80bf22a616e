import { ACTIONS, PUBLIC_PATHS, type AnyAction, type BusCallDefinition } from '@bridge/contracts';
import { streamBody, type BlobStore } from '@bridge/blobs';
import type { MessageBus } from '@bridge/bus';
import { matchesEtag } from '@bridge/web';
import type { IncomingHttpHeaders } from 'node:http';
import { storedBodyOf } from '../dispatch/result.ts';
import type { AgentCallSurface } from '../dispatch.ts';
import { actSurface } from './act.surface.ts';
import type { AgentRouteDeps } from './call-deps.ts';
import { callRoute } from './call-route.ts';
import type { HttpRouteHandler, HttpRoute } from './exchange.ts';
import { keyRead } from './key-read.ts';

/**
 * The actions that also have an address whose HTTP body is the HTML itself. Actions with the same address become methods of one
 * route.
 */
const RAW_FORMS = ACTIONS.flatMap((action) => {
  if (action.raw === null) return [];
  const { path, body } = action.raw;
  return [{ action, path: `${PUBLIC_PATHS.bridge}${path}`, body }];
});
/** The properties of builder.get’s result, besides the HTML, that the reply with the exact bytes of a draft needs. */
interface ResultWithDraftRevision {
  readonly website: { readonly page_id: number; readonly draft_revision: number };
}

/** Returns the endpoint definition of an action that replaces a draft by the exact bytes of an HTTP body (ADR 023). */
function rawSurface(action: AnyAction, path: string): AgentCallSurface {
  return {
    ...actSurface,
    path,
    method: 'PUT',
    mediaType: 'text/html',
    isCrossOrigin: false,
    formOf: (headers, params) => ({
      action: action.name,
      pageId: params['page_id'] ?? '',
      ifMatch: headers['if-match'] ?? null,
      idempotencyKey: headerOf(headers, 'idempotency-key'),
    }),
  };
}

/**
 * Returns a header’s value. Node joins the values of a repeated header with a comma; the input schemas refuse the joined text.
 */
function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : String(value);
}

/** The dependencies of the routes that read and replace the HTML of a draft as a whole HTTP body, without JSON. */
type HtmlBodyRouteDeps = AgentRouteDeps & { readonly bus: MessageBus; readonly blobs: BlobStore };

/**
 * Makes the handler that answers with the exact stored bytes of a draft’s HTML, as a sandboxed attachment: the app origin
 * never serves a user's HTML as a document. Spec: drafts.raw-read.
 */
function readHandler(deps: HtmlBodyRouteDeps, action: AnyAction, member: string): HttpRouteHandler {
  const callable: BusCallDefinition = action;
  return keyRead(deps, action, async ({ exchange: { request, requestId }, ctx, input }) => {
    const answer = await deps.bus.request(callable, { ctx, input, requestId });
    // Safe cast: the bus has validated the result. A test requires that the result of each raw read has `website`.
    const result = answer.result as ResultWithDraftRevision;
    const { website } = result;
    const body = storedBodyOf(result, member);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="page-${website.page_id}-r${website.draft_revision}.html"`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-cache',
      etag: `"r${website.draft_revision}"`,
    };
    if (matchesEtag(request.headers['if-none-match'], headers.etag))
      return { status: 304, headers, body: null };
    const sized = { ...headers, 'content-length': String(body.bytes) };
    if (request.method === 'HEAD') return { status: 200, headers: sized, body: null };
    const { stream } = await streamBody(deps.blobs, body);
    return { status: 200, headers: sized, body: stream as AsyncIterable<Uint8Array> };
  });
}

/** Returns the routes that read and write the exact bytes of drafts, without JSON around them. */
export function rawRoutes(deps: HtmlBodyRouteDeps): readonly HttpRoute[] {
  return [...new Set(RAW_FORMS.map(({ path }) => path))].map((path) => {
    const forms = RAW_FORMS.filter((form) => form.path === path);
    const methods = forms.map(({ action, body }): HttpRoute['methods'] =>
      action.kind === 'read'
        ? { GET: readHandler(deps, action, body) }
        : callRoute(rawSurface(action, path), deps).methods,
    );
    return { path, methods: Object.assign({}, ...methods) as HttpRoute['methods'] };
  });
}
