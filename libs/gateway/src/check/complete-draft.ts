import { LIMITS, type PublicLinkBuilder } from '@bridge/contracts';
import type { Clock } from '@bridge/kernel';
import { OWNER_MARK, type PreviewTokenSigner } from '@bridge/web';
import type { Principal } from '../dispatch.ts';
import type { DraftCheckRequestContext, DraftReadResult } from './draft-checks.ts';
import type { QuickPublishChecker } from './quick-checks.ts';

/**
 * A function that adds to the result of reading a draft the members which only the gateway can provide: the publication check
 * and the address of the preview.
 */
export type DraftCheckAndPreviewAdder = (
  draft: DraftReadResult,
  principal: Principal,
  call: DraftCheckRequestContext,
) => Promise<DraftReadResult>;

/** Dependencies of the function that adds the publication check and the preview address to the result of reading a draft. */
export interface DraftCheckAndPreviewDeps {
  readonly checks: QuickPublishChecker;
  /** Signs the tokens of previews. Null without a configured secret; drafts then have no preview. */
  readonly previews: PreviewTokenSigner | null;
  readonly links: PublicLinkBuilder;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Makes the function that adds the publication check and the preview address to the result of reading a draft.
 * Spec: publishing.check-read, drafts.preview.
 */
export function makeCompleteDraft({
  checks,
  previews,
  links,
  clock,
}: DraftCheckAndPreviewDeps): DraftCheckAndPreviewAdder {
  const previewUrl = (
    { page_id: pageId, draft_revision: revision }: DraftReadResult['website'],
    keyMark: string | undefined,
  ): string | null => {
    if (previews === null) return null;
    const expiresS = Math.floor((clock.now() + LIMITS.previewMs) / 1_000);
    return links.preview(
      previews.sign({ of: 'draft', pageId, revision, expiresS, keyMark: keyMark ?? OWNER_MARK }),
    );
  };
  return async (draft, { keyMark }, call) => {
    const checked = await checks.complete(draft, call);
    const { website } = checked;
    return { ...checked, website: { ...website, preview_url: previewUrl(website, keyMark) } };
  };
}
