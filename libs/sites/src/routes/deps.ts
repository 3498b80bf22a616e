import type { PublicStateReader } from '../facts/public-facts.ts';
import type { HostAndPathLinkMakers } from '../links.ts';
import type { DraftPreviewFinder } from '../preview/previews.ts';
import type { StoredObjectReader } from '../stored-bytes.ts';

/** Dependencies of the routes of the content origin. */
export interface SiteRouteDeps {
  readonly facts: PublicStateReader;
  readonly stored: StoredObjectReader;
  readonly links: HostAndPathLinkMakers;
  readonly previews: DraftPreviewFinder;
}
