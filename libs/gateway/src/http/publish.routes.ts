import {
  BUILDER,
  LIMITS,
  previewRequest,
  publicationWarnings,
  checkRequest,
  publishRequest,
  PUBLISHER,
  type Links,
} from '@bridge/contracts';
import type { Bus } from '@bridge/bus';
import { BridgeError, type Clock } from '@bridge/kernel';
import { OWNER_MARK, type PreviewTokens } from '@bridge/web';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { checkOf, requestPlacedVerdict } from '../check/draft-checks.ts';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import { makeServiceCaller, type ServiceCaller } from './call-service.ts';
import { okReply } from './errors.ts';
import type { Exchange, Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { pageParams } from './params.ts';
import { checked, readJson } from './read-json.ts';
import { makeChangeSender } from './send-change.ts';
import { withNewestEdits } from './unsaved-texts.ts';

const PAGE_PATH = '/api/console/pages/:page_id';

/** Dependencies of the routes by which an owner previews, checks and publishes a website. */
export interface PublishRouteDeps extends OwnerDeps {
  readonly bus: Bus;
  readonly limiter: RateLimiter;
  readonly links: Links;
  /** Signs the tokens of previews. Null without a configured secret; there are no previews then. */
  readonly previews: PreviewTokens | null;
}

/** The text that a preview shows, as the preview’s token identifies it. */
type ShownText = Pick<Parameters<PreviewTokens['sign']>[0], 'of' | 'revision' | 'hasHelper'>;

/**
 * Finds the text that a preview will show. Throws page_not_found, not_found, and gone for a revision whose texts were
 * pruned.
 */
async function findShown(
  ask: ServiceCaller,
  exchange: Exchange,
  own: string,
  { page_id, of }: { readonly page_id: number; readonly of: 'unsaved' | 'draft' | number },
): Promise<ShownText> {
  if (of === 'unsaved') {
    const input = { page_id, with_texts: false };
    const { edits, seq } = await ask(BUILDER.unsavedGet, exchange, own, input);
    if (edits !== null) return { of: 'unsaved', revision: seq };
  }
  const before = typeof of === 'number' ? of + 1 : null;
  const page = { page_id, before, limit: 1 };
  const [newest] = (await ask(BUILDER.revisions, exchange, own, page)).revisions;
  if (newest === undefined || (typeof of === 'number' && newest.revision !== of))
    throw new BridgeError('not_found', {});
  if (!newest.body_kept) throw new BridgeError('gone', {});
  return { of: 'draft', revision: newest.revision };
}

/** Signs the token of a preview and returns the preview’s address. Spec: editor.preview. */
function signPreview(
  { previews, links }: PublishRouteDeps,
  clock: Pick<Clock, 'now'>,
  pageId: number,
  shown: ShownText,
) {
  if (previews === null) throw new BridgeError('not_configured', { action: 'builder.preview' });
  const expiresS = Math.floor((clock.now() + LIMITS.previewMs) / 1_000);
  const token = previews.sign({ ...shown, pageId, expiresS, keyMark: OWNER_MARK });
  return {
    preview_url: links.preview(token),
    path_url: links.previewPath(token),
    expires_at: new Date(expiresS * 1_000).toISOString(),
  };
}

/**
 * Returns the routes by which an owner previews, checks and publishes a website.
 * Spec: editor.check, editor.publish-visibility.
 */
export function publishRoutes(deps: PublishRouteDeps): readonly Route[] {
  const { clock, bus, limiter } = deps;
  const ask = makeServiceCaller(bus);
  const send = makeChangeSender(deps);

  const preview = asOwner(deps, async (exchange, { account_id: own }) => {
    const { page_id } = checked(pageParams, exchange.params);
    const { of, exact } = await readJson(exchange, previewRequest, clock);
    limiter.takeRead(ownerPrincipal(own));
    const found = await findShown(ask, exchange, own, { page_id, of });
    const shown: ShownText = exact ? found : { ...found, hasHelper: true };
    return okReply(exchange.requestId, signPreview(deps, clock, page_id, shown));
  });

  const check = asOwner(deps, async (exchange, { account_id: own }) => {
    const page = checked(pageParams, exchange.params);
    const { of } = await readJson(exchange, checkRequest, clock);
    const principal = ownerPrincipal(own);
    limiter.takeCheck(principal);
    const draft = await ask(BUILDER.get, exchange, own, page);
    const { website } = draft;
    const ctx = contextOf(principal, 'console');
    const { requestId } = exchange;
    const stored = { ...page, title: website.title, body: draft.raw_html, layers: draft.layers };
    const readEdits = () => ask(BUILDER.unsavedGet, exchange, own, { ...page, with_texts: true });
    const judge = (text: typeof stored) => requestPlacedVerdict(bus, text, { ctx, requestId });
    const { verdict, isDraft } =
      of === 'draft'
        ? { verdict: await judge(stored), isDraft: true }
        : await withNewestEdits(readEdits, async (found) => {
            if (found.edits === null) return { verdict: await judge(stored), isDraft: true };
            const { title = stored.title, raw_html: body = stored.body } = found;
            const { layers = stored.layers } = found;
            return { verdict: await judge({ ...page, title, body, layers }), isDraft: false };
          });
    const { warnings } = publicationWarnings(website, verdict);
    // The first warnings concern the visibility and have no position; the warnings of the verdict follow.
    const own_places = warnings.length - verdict.warnings.length;
    const places = [...Array.from({ length: own_places }, () => null), ...(verdict.places ?? [])];
    return okReply(requestId, {
      check: checkOf(draft, verdict),
      places,
      unchanged: isDraft && website.state === 'published' && !website.has_unpublished_changes,
    });
  });

  const publish = asOwner(deps, async (exchange, owner) => {
    const page = checked(pageParams, exchange.params);
    const body = await readJson(exchange, publishRequest, clock);
    return send(PUBLISHER.publishOwn, exchange, owner, { ...page, ...body });
  });

  return [
    { path: `${PAGE_PATH}/preview`, methods: { POST: preview } },
    { path: `${PAGE_PATH}/check`, methods: { POST: check } },
    { path: `${PAGE_PATH}/publish`, methods: { POST: publish } },
  ];
}
