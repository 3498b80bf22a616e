import type { PublicSnapshot } from '@bridge/contracts';
import type { PublicWorldState } from '../facts/public-facts.ts';
import type { SiteLinkMaker } from '../links.ts';
import { xmlText } from '../pages/text.ts';

/** Maximum number of websites in a feed. */
const FEED_ENTRIES_MAX = 50;
const XML = '<?xml version="1.0" encoding="utf-8"?>\n';

/**
 * Returns the Atom feed of a World's newest public websites (RFC 4287).
 * @param ids makes the links that are the ids of feed and entries: always in host form (`p42.host/`), so that an id does not
 * depend on the form of the requested address
 */
export function atomFeed(
  world: PublicWorldState,
  links: SiteLinkMaker,
  ids: SiteLinkMaker,
): string {
  const address = links.world(world.word);
  const entries = world.pages.slice(0, FEED_ENTRIES_MAX).map(
    (page) => `<entry>
<id>${xmlText(ids.website(page.page_id))}</id>
<title>${xmlText(page.title)}</title>
<link rel="alternate" type="text/html" href="${xmlText(links.website(page.page_id))}"/>
<updated>${page.published_at}</updated>
</entry>
`,
  );
  return `${XML}<feed xmlns="http://www.w3.org/2005/Atom">
<id>${xmlText(ids.world(world.word))}</id>
<title>${xmlText(world.title)}</title>
<author><name>${xmlText(world.title)}</name></author>
<link rel="self" type="application/atom+xml" href="${xmlText(address)}feed.atom"/>
<link rel="alternate" type="text/html" href="${xmlText(address)}"/>
<updated>${world.pages[0]?.published_at ?? world.founded_at}</updated>
${entries.join('')}</feed>
`;
}

function sitemap(urls: readonly { readonly loc: string; readonly lastmod?: string }[]): string {
  const entries = urls.map(
    ({ loc, lastmod }) =>
      `<url><loc>${xmlText(loc)}</loc>${lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`}</url>\n`,
  );
  return `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`;
}

/** Returns the sitemap of a World: its dashboard and its public websites. */
export function worldSitemap(world: PublicWorldState, links: SiteLinkMaker): string {
  return sitemap([
    { loc: links.world(world.word) },
    ...world.pages.map((page) => ({
      loc: links.website(page.page_id),
      lastmod: page.published_at,
    })),
  ]);
}

/** Returns the sitemap of a website, whose only entry is the website's address. */
export function websiteSitemap(pageId: number, live: PublicSnapshot, links: SiteLinkMaker): string {
  return sitemap([{ loc: links.website(pageId), lastmod: live.published_at }]);
}

/**
 * Returns robots.txt. It excludes snapshots, which are copies of their website, and the path form of addresses (`host/p/42/`),
 * which repeats the host form (`p42.host/`). It names the URL of a sitemap even for a website that does not exist.
 */
export function robotsText(place: 'origin' | 'website' | 'world', sitemapUrl: string): string {
  if (place === 'origin') return 'User-agent: *\nDisallow: /p/\nDisallow: /w/\nDisallow: /d/\n';
  const closed = place === 'website' ? 'Disallow: /~snapshots/\n' : 'Disallow:\n';
  return `User-agent: *\n${closed}Sitemap: ${sitemapUrl}\n`;
}
