import type { PublicSiteFactsReader } from '../facts/public-facts.ts';
import type { SiteLinkMakersByForm } from '../links.ts';
import type { DraftPreviewFinder } from '../preview/previews.ts';
import type { StoredObjectReader } from '../stored-bytes.ts';

/** Dependencies of the routes of the content origin. */
export interface SiteRouteDeps {
  readonly facts: PublicSiteFactsReader;
  readonly stored: StoredObjectReader;
  readonly links: SiteLinkMakersByForm;
  readonly previews: DraftPreviewFinder;
}
