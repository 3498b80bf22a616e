import { makeLinks } from '@bridge/contracts';

/** Makes links in one form of address: the host form (`p42.host/`) or the path form (`host/p/42/`). */
export interface SiteLinkMaker {
  world(word: string): string;
  website(pageId: number): string;
}

/** Makes links in both forms of address, host form and path form (see SiteLinkMaker). */
export interface HostAndPathLinkMakers {
  /** URL of the app origin (API, MCP and console). */
  readonly base: string;
  /** URL of the content origin (published websites), without a trailing slash. */
  readonly content: string;
  readonly host: SiteLinkMaker;
  readonly path: SiteLinkMaker;
}

/** Makes the functions that return URLs on the content origin, for each form of address. */
export function makeContentLinks(config: {
  readonly baseUrl: string;
  readonly contentUrl: string;
}): HostAndPathLinkMakers {
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
