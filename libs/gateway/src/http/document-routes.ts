import { isUnchanged } from './etag.ts';
import type { Route } from './exchange.ts';
import type { PublicRoute } from './public-route.ts';

/** Mounts documents that anybody may read, answering 304 to whoever has them already. */
export function documentRoutes(documents: readonly PublicRoute[]): readonly Route[] {
  return documents.map((document) => ({
    path: document.path,
    methods: {
      GET: async ({ request }) => {
        const reply = await document.answer(request.headers);
        const { etag } = reply.headers;
        return etag !== undefined && isUnchanged(request, etag)
          ? { status: 304, headers: reply.headers, body: null }
          : reply;
      },
    },
  }));
}
