import { BUILDER, PUBLIC_PATHS } from '@bridge/contracts';
import type { MessageBus } from '@bridge/bus';
import { checkOf, requestVerdict } from '../check/draft-checks.ts';
import type { AgentRouteDeps } from './call-deps.ts';
import { okReply } from './errors.ts';
import type { HttpRoute } from './exchange.ts';
import { keyRead } from './key-read.ts';

/**
 * Returns the route that reports, without publishing, which warnings and errors a publication of a draft would have.
 * Spec: publishing.check.
 */
export function checkRoute(deps: AgentRouteDeps & { readonly bus: MessageBus }): HttpRoute {
  return {
    path: `${PUBLIC_PATHS.bridge}/pages/:page_id/check`,
    methods: {
      GET: keyRead(deps, BUILDER.get, async ({ exchange, ctx, input, freeSlot }) => {
        const { requestId } = exchange;
        const draft = (await deps.bus.request(BUILDER.get, { ctx, input, requestId })).result;
        // The check of a large draft takes seconds, during which this call must not occupy an admission slot.
        freeSlot();
        const verdict = await requestVerdict(deps.bus, draft, { ctx, requestId });
        const reply = okReply(requestId, { check: checkOf(draft, verdict) });
        return { ...reply, headers: { ...reply.headers, 'cache-control': 'private, no-cache' } };
      }),
    },
  };
}
