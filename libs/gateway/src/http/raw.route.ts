import {
  BUILT_ACTIONS,
  bodyRef,
  pageId,
  PUBLIC_PATHS,
  type BuiltAction,
  type Callable,
} from '@bridge/contracts';
import { streamBody, type BlobStore } from '@bridge/blobs';
import type { Bus } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { matchesEtag } from '@bridge/web';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { contextOf } from '../dispatch/call-context.ts';
import type { CallSurface } from '../dispatch.ts';
import { actSurface } from './act.surface.ts';
import { principalOf, type CallDeps } from './call-deps.ts';
import { callRoute } from './call-route.ts';
import { refuseGone, type Handler, type Route } from './exchange.ts';
import { checked } from './read-json.ts';
import { throughDoor } from './through-door.ts';

const params = z.object({
  page_id: z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .transform(Number)
    .pipe(pageId),
});

/** The actions with a raw form; those of one path are the methods of one route. */
const RAW_FORMS = BUILT_ACTIONS.flatMap((action) => {
  if (action.raw === null) return [];
  const { path, body } = action.raw;
  return [{ action, path: `${PUBLIC_PATHS.bridge}${path}`, body }];
});
/** What every read with a raw form answers, beside its body. */
const readResult = z.looseObject({
  website: z.object({ page_id: pageId, draft_revision: z.int() }),
});

/** One whole body anew, as its exact bytes (ADR 023). */
function rawSurface(action: BuiltAction, path: string): CallSurface {
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

/** One header that Node does not know; sent twice, its values come joined, which no pattern accepts. */
function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : String(value);
}

type RawDeps = CallDeps & { readonly bus: Bus; readonly blobs: BlobStore };

/**
 * Answers the exact stored bytes of one body. It is always a download in a sandbox, because no user's HTML is ever a
 * document of the app origin. Spec: drafts.raw-read.
 */
function readRoute(deps: RawDeps, action: BuiltAction, member: string): Handler {
  const callable: Callable = action;
  return (exchange) =>
    throughDoor(deps.door, exchange, 'read', async () => {
      const { requestId, request, noted } = exchange;
      deps.guard.checkOrigin(exchange);
      const principal = await principalOf(deps, exchange);
      refuseGone(exchange);
      deps.budget.admit(exchange.scope, principal.keyId ?? principal.accountId);
      noted.action = action.name;
      if (!principal.scopes.has(action.name))
        throw new BridgeError('insufficient_scope', { required_scope: action.name });
      const input = checked(params, exchange.params);
      deps.limiter.take(principal, action, 0);
      deps.usage.note(principal, action.name);
      const ctx = contextOf(principal, 'act');
      const answer = await deps.bus.request(callable, { ctx, input, requestId });
      const { website, [member]: ref } = readResult.parse(answer.result);
      const body = bodyRef.parse(ref);
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'content-disposition': `attachment; filename="page-${website.page_id}-r${website.draft_revision}.html"`,
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'private, no-cache',
        etag: `"r${website.draft_revision}"`,
        ...deps.limiter.headers(principal, 'read'),
      };
      if (matchesEtag(request.headers['if-none-match'], headers.etag))
        return { status: 304, headers, body: null };
      const sized = { ...headers, 'content-length': String(body.bytes) };
      if (request.method === 'HEAD') return { status: 200, headers: sized, body: null };
      const { stream } = await streamBody(deps.blobs, body);
      return { status: 200, headers: sized, body: stream as AsyncIterable<Uint8Array> };
    });
}

/** The exact bytes of whole drafts, read and written by tools that diff or mirror: the raw forms of actions. */
export function rawRoutes(deps: RawDeps): readonly Route[] {
  return [...new Set(RAW_FORMS.map(({ path }) => path))].map((path) => {
    const forms = RAW_FORMS.filter((form) => form.path === path);
    const methods = forms.map(({ action, body }): Route['methods'] =>
      action.kind === 'read'
        ? { GET: readRoute(deps, action, body) }
        : callRoute(rawSurface(action, path), deps).methods,
    );
    return { path, methods: Object.assign({}, ...methods) as Route['methods'] };
  });
}
