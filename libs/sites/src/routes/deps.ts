import type { PublicFacts } from '../facts/public-facts.ts';
import type { ContentLinks } from '../links.ts';
import type { StoredBytes } from '../stored-bytes.ts';

/** What the routes of the content origin use. */
export interface RouteDeps {
  readonly facts: PublicFacts;
  readonly stored: StoredBytes;
  readonly links: ContentLinks;
}
