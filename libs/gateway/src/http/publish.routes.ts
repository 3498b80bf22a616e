import {
  BUILDER,
  LIMITS,
  previewRequest,
  checkRequest,
  visibilityWarnings,
  type PublicLinkBuilder,
} from '@bridge/contracts';
import type { MessageBus } from '@bridge/bus';
import { BridgeError, type Clock } from '@bridge/kernel';
import { OWNER_MARK, type PreviewTokenSigner } from '@bridge/web';
import { checkOf, requestPlacedVerdict } from '../check/draft-checks.ts';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import type { HttpRoute } from './exchange.ts';
import type { SendCallAsOwnerFunction, OwnerRouteFactory } from './owner-routes.ts';
import { withNewestEdits } from './unsaved-texts.ts';

const CHECKED_PAGE = '/api/console/pages/:page_id';

/** Dependencies of the routes by which an owner previews and checks a website. */
export interface PublishRouteDeps {
  readonly bus: MessageBus;
  readonly clock: Clock;
  readonly links: PublicLinkBuilder;
  /** Signs the tokens of previews. Null without a configured secret; there are no previews then. */
  readonly previews: PreviewTokenSigner | null;
}

/** Identifies in a preview’s token the text that the preview shows: unsaved edits, or a revision of the draft. */
type PreviewedTextReference = Pick<
  Parameters<PreviewTokenSigner['sign']>[0],
  'of' | 'revision' | 'hasHelper'
>;

/**
 * Finds the text that a preview will show. Throws page_not_found, not_found, and gone for a revision whose texts are no
 * longer stored.
 */
async function findShown(
  ask: SendCallAsOwnerFunction,
  { page_id, of }: { readonly page_id: number; readonly of: 'unsaved' | 'draft' | number },
): Promise<PreviewedTextReference> {
  if (of === 'unsaved') {
    const input = { page_id, with_texts: false };
    const { edits, seq } = await ask(BUILDER.unsavedGet, input);
    if (edits !== null) return { of: 'unsaved', revision: seq };
  }
  const before = typeof of === 'number' ? of + 1 : null;
  const page = { page_id, before, limit: 1 };
  const [newest] = (await ask(BUILDER.revisions, page)).revisions;
  if (newest === undefined || (typeof of === 'number' && newest.revision !== of))
    throw new BridgeError('not_found', {});
  if (!newest.body_kept) throw new BridgeError('gone', {});
  return { of: 'draft', revision: newest.revision };
}

/** Signs the token of a preview and returns the preview’s address. Spec: editor.preview. */
function signPreview(
  { previews, links, clock }: PublishRouteDeps,
  pageId: number,
  shown: PreviewedTextReference,
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

/** Returns the routes by which an owner previews and checks a website. Spec: editor.check. */
export function publishRoutes(
  owner: OwnerRouteFactory,
  deps: PublishRouteDeps,
): readonly HttpRoute[] {
  const preview = owner.post(
    `${CHECKED_PAGE}/preview`,
    { body: previewRequest, rate: 'read' },
    async ({ ask, at: { page_id }, body: { of, exact } }) => {
      const found = await findShown(ask, { page_id, of });
      return signPreview(deps, page_id, exact ? found : { ...found, hasHelper: true });
    },
  );

  const check = owner.post(
    `${CHECKED_PAGE}/check`,
    { body: checkRequest, rate: 'check' },
    async ({ accountId, ask, at, body: { of }, exchange: { requestId } }) => {
      const draft = await ask(BUILDER.get, at);
      const { website } = draft;
      const ctx = contextOf(ownerPrincipal(accountId), 'console');
      const stored = { ...at, title: website.title, body: draft.raw_html, layers: draft.layers };
      const readEdits = () => ask(BUILDER.unsavedGet, { ...at, with_texts: true });
      const judge = (text: typeof stored) =>
        requestPlacedVerdict(deps.bus, text, { ctx, requestId });
      const { verdict, isDraft } =
        of === 'draft'
          ? { verdict: await judge(stored), isDraft: true }
          : await withNewestEdits(readEdits, async (found) => {
              if (found.edits === null) return { verdict: await judge(stored), isDraft: true };
              const { title = stored.title, raw_html: body = stored.body } = found;
              const { layers = stored.layers } = found;
              return { verdict: await judge({ ...at, title, body, layers }), isDraft: false };
            });
      const checked = checkOf(draft, verdict);
      // The warnings begin with those about the website’s visibility, which have no position; those of the publisher follow.
      const unplaced = visibilityWarnings(website).map(() => null);
      return {
        check: checked,
        places: [...unplaced, ...(verdict.places ?? [])].slice(0, checked.warnings.length),
        unchanged: isDraft && website.state === 'published' && !website.has_unpublished_changes,
      };
    },
  );

  return [preview, check];
}
