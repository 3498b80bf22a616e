import { BUILDER, pageId, PUBLIC_PATHS } from '@bridge/contracts';
import { streamBody, type BlobStore } from '@bridge/blobs';
import type { Bus } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { contextOf } from '../dispatch/call-context.ts';
import type { CallSurface } from '../dispatch.ts';
import { actSurface } from './act.surface.ts';
import { callRoute, principalOf, type CallDeps } from './call-route.ts';
import { refuseGone, type Route } from './exchange.ts';
import { isUnchanged } from './etag.ts';
import { checked } from './read-json.ts';
import { throughDoor } from './through-door.ts';

const params = z.object({
  page_id: z
    .string()
    .regex(/^[1-9][0-9]{0,15}$/)
    .transform(Number)
    .pipe(pageId),
});

const PATH = `${PUBLIC_PATHS.bridge}/pages/:page_id/raw`;

/** The whole draft anew, as its exact bytes: builder.patch in another form (ADR 023). */
const rawSurface: CallSurface = {
  ...actSurface,
  path: PATH,
  method: 'PUT',
  mediaType: 'text/html',
  isCrossOrigin: false,
  formOf: (headers, params) => ({
    pageId: params['page_id'] ?? '',
    ifMatch: headers['if-match'] ?? null,
    idempotencyKey: headerOf(headers, 'idempotency-key'),
  }),
};

/** One header that Node does not know; sent twice, its values come joined, which no pattern accepts. */
function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return value === undefined ? null : String(value);
}

/**
 * The exact stored bytes of a draft, read and written by tools that diff or mirror. What is read is always a download in
 * a sandbox, because no user's HTML is ever a document of the app origin. Spec: drafts.raw-read, drafts.raw-write.
 */
export function rawRoute(deps: CallDeps & { readonly bus: Bus; readonly blobs: BlobStore }): Route {
  return {
    path: PATH,
    methods: {
      ...callRoute(rawSurface, deps).methods,
      GET: (exchange) =>
        throughDoor(deps.door, exchange, 'read', async () => {
          const { requestId, request, noted } = exchange;
          deps.guard.checkOrigin(exchange);
          const principal = await principalOf(deps, exchange);
          refuseGone(exchange);
          deps.budget.admit(exchange.scope, principal.keyId ?? principal.accountId);
          noted.action = BUILDER.get.name;
          if (!principal.scopes.has(BUILDER.get.name))
            throw new BridgeError('insufficient_scope', { required_scope: BUILDER.get.name });
          const input = checked(params, exchange.params);
          deps.limiter.take(principal, BUILDER.get, 0);
          deps.usage.note(principal, BUILDER.get.name);
          const ctx = contextOf(principal, 'act');
          const { result } = await deps.bus.request(BUILDER.get, { ctx, input, requestId });
          const { website, body } = result;
          const headers = {
            'content-type': 'text/html; charset=utf-8',
            'content-disposition': `attachment; filename="page-${website.page_id}-r${website.draft_revision}.html"`,
            'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
            'cache-control': 'private, no-cache',
            etag: `"r${website.draft_revision}"`,
            ...deps.limiter.headers(principal, 'read'),
          };
          if (isUnchanged(request, headers.etag)) return { status: 304, headers, body: null };
          const sized = { ...headers, 'content-length': String(body.bytes) };
          if (request.method === 'HEAD') return { status: 200, headers: sized, body: null };
          const { stream } = await streamBody(deps.blobs, body);
          return { status: 200, headers: sized, body: stream as AsyncIterable<Uint8Array> };
        }),
    },
  };
}
