import type { PublicFactsReader } from '../facts/public-facts.ts';
import type { ContentLinks } from '../links.ts';
import type { DraftPreviews } from '../preview/previews.ts';
import type { StoredObjectReader } from '../stored-bytes.ts';

/** Dependencies of the routes of the content origin. */
export interface SiteRouteDeps {
  readonly facts: PublicFactsReader;
  readonly stored: StoredObjectReader;
  readonly links: ContentLinks;
  readonly previews: DraftPreviews;
}
