import { makeLinks } from '@bridge/contracts';

/** Addresses of one form, so that a reader who came by path finds paths behind every link. */
export interface SiteLinks {
  world(word: string): string;
  website(pageId: number): string;
}

/** Both forms, from the two configured base URLs. */
export interface ContentLinks {
  /** Address of the app origin, for the few links that leave. */
  readonly base: string;
  /** Bare content origin without a trailing slash. */
  readonly content: string;
  readonly host: SiteLinks;
  readonly path: SiteLinks;
}

/** Makes the addresses of the content origin; a website's snapshots stand under its own address. */
export function contentLinks(config: {
  readonly baseUrl: string;
  readonly contentUrl: string;
}): ContentLinks {
  const links = makeLinks(config);
  const { base, content } = links;
  return {
    base,
    content,
    host: { world: (word) => links.world(word), website: (pageId) => links.live(pageId) },
    path: {
      world: (word) => `${content}/w/${word}/`,
      website: (pageId) => `${content}/p/${pageId}/`,
    },
  };
}
