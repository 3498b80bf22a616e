import { builderGet, pageId, PUBLIC_PATHS } from '@bridge/contracts';
import { streamBody, type BlobStore } from '@bridge/blobs';
import type { Bus } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import { contextOf } from '../dispatch/call-context.ts';
import { principalOf, type CallDeps } from './call-route.ts';
import type { Route } from './exchange.ts';
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

/**
 * The exact stored bytes of a draft, for tools that diff or mirror: always a download in a sandbox, because no user's
 * HTML is ever a document of the app origin. Source: decisions.md sections 1 and 2.
 */
export function rawRoute(deps: CallDeps & { readonly bus: Bus; readonly blobs: BlobStore }): Route {
  return {
    path: `${PUBLIC_PATHS.bridge}/pages/:page_id/raw`,
    methods: {
      GET: (exchange) =>
        throughDoor(deps.door, exchange, 'read', async () => {
          const { requestId, request, noted } = exchange;
          deps.guard.checkOrigin(exchange);
          const principal = await principalOf(deps, exchange);
          noted.action = builderGet.name;
          if (!principal.scopes.has(builderGet.name))
            throw new BridgeError('insufficient_scope', { required_scope: builderGet.name });
          const input = checked(params, exchange.params);
          deps.limiter.take(principal, builderGet, 0);
          deps.usage.note(principal, builderGet.name);
          const ctx = contextOf(principal, 'act');
          const { result } = await deps.bus.request(builderGet, { ctx, input, requestId });
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
