import type { ServiceCallHandler } from '@bridge/bus';
import type { PUBLISHER, WireInput, WireOutput } from '@bridge/contracts';
import { pageAddress, readComposed } from '../composed-draft.ts';
import type { PublisherDeps } from '../deps.ts';
import { hashPage } from '../snapshot-id.ts';
import { warningPlaces } from '../warning-places.ts';

/**
 * The input of publisher.check: the title, HTML and layers (HTML or CSS beside the draft) of a draft that is analysed without
 * being published.
 */
type PublisherCheckInput = WireInput<typeof PUBLISHER.check>;

async function judgeDraft(
  { blobs, links, inspector }: PublisherDeps,
  draft: PublisherCheckInput,
): Promise<WireOutput<typeof PUBLISHER.check>> {
  const { page_id, title } = draft;
  const { page, layers } = await readComposed(blobs, draft);
  const { sha256 } = await hashPage(page);
  const address = pageAddress(links, page_id);
  const inspection = inspector.inspect({ html: page, layers, title, address, sha256 });
  const [secrets, verdict] = await Promise.all([inspection.secrets, inspection.verdict]);
  return {
    publication_mode: verdict.publication_mode,
    offline_ready: verdict.offline_ready,
    warnings: [...verdict.warnings],
    truncated: verdict.truncated,
    secrets: secrets.length,
    ...(secrets.length === 0 ? {} : { found: [...secrets] }),
    empty: page.byteLength === 0,
    external_form: verdict.external_form,
    ...(draft.with_places ? { places: warningPlaces(page, layers, verdict.warnings) } : {}),
  };
}

/**
 * Returns the verdict (mode, offline readiness, warnings) and the secrets that a publication of the draft would give, and
 * stores nothing. The result contains the number and positions of secrets, never a secret itself. Throws service_unavailable
 * when too many checks wait. Spec: publishing.check.
 */
export function check(deps: PublisherDeps): ServiceCallHandler<typeof PUBLISHER.check> {
  return (draft, call) => {
    const { page_id, title, body, layers } = draft;
    return deps.checks.run({
      // The content origin checks drafts for previews and has no account. All its requests together count as one account in the
      // queue.
      accountId: call.ctx.account_id ?? 'public',
      draft: JSON.stringify([page_id, title, body.sha256, layers.sha256, draft.with_places]),
      deadline: call.deadline,
      work: () => judgeDraft(deps, draft),
    });
  };
}
