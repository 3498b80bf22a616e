import { BUILDER, LIMITS, WORLDS, type ACCOUNT } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import type { AccountDeps } from '../deps.ts';

/**
 * Returns the public overview: numbers of websites, Worlds and widgets and the newest items, from the services builder and
 * worlds. The result is the same for every key. Spec: overview.same.
 */
export function mallOverview({
  request,
}: Pick<AccountDeps, 'request'>): ServiceCallHandler<typeof ACCOUNT.mallOverview> {
  return async (_input, { ctx, requestId, deadline }) => {
    const call = { ctx, requestId, deadline };
    const { result: pages } = await request(BUILDER.overview, { ...call, input: {} });
    const words = [...new Set(pages.latest.map(({ word }) => word))];
    const { result: worlds } = await request(WORLDS.overview, { ...call, input: { words } });
    const hidden = new Set(worlds.hidden);
    return {
      worlds: worlds.worlds,
      websites: pages.websites,
      latest_websites: pages.latest
        .filter(({ word }) => !hidden.has(word))
        .slice(0, LIMITS.overviewLatestMax),
      latest_worlds: worlds.latest,
      widgets: pages.widgets,
      // Both times are RFC 3339 texts in UTC, so comparing the texts compares the times.
      as_of: pages.as_of < worlds.as_of ? pages.as_of : worlds.as_of,
      content_trust: 'untrusted',
    };
  };
}
