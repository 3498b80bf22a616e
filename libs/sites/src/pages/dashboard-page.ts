import type { PublicWorldState } from '../facts/public-facts.ts';
import type { SiteLinkMaker } from '../links.ts';
import { pageHtml } from './layout.ts';
import { modeHtml } from './mode.ts';
import { escapeHtml, dayHtml } from './text.ts';

/** A public website in the list on a World's dashboard. */
type ListedWebsite = PublicWorldState['pages'][number];

function websiteItem(page: ListedWebsite, links: SiteLinkMaker): string {
  return `<li class="item"><span class="name"><a href="${escapeHtml(links.website(page.page_id))}"><bdi lang="">${escapeHtml(page.title)}</bdi></a></span><span class="meta">${dayHtml(page.published_at)}${modeHtml(page)}</span></li>`;
}

function websites(pages: readonly ListedWebsite[], links: SiteLinkMaker): string {
  if (pages.length === 0)
    return '<h2>Websites</h2>\n<p class="empty">No website has been published here yet.</p>';
  const items = pages.map((page) => websiteItem(page, links)).join('\n');
  return `<h2>Websites <span class="count">${pages.length}</span></h2>\n<ul>\n${items}\n</ul>`;
}

/**
 * Returns the HTML of the dashboard of a World (a public identity): title, text, and public websites, newest first. `canonical`
 * is the URL of the dashboard.
 */
export function dashboardPage(
  world: PublicWorldState,
  links: SiteLinkMaker,
  canonical: string,
): string {
  const { host } = new URL(canonical);
  const text =
    world.text.trim() === ''
      ? ''
      : `<p class="text" lang="" dir="auto">${escapeHtml(world.text)}</p>\n`;
  return pageHtml({
    title: world.title === world.word ? world.word : `${world.title} · ${world.word}`,
    name: world.word,
    head: `<link rel="canonical" href="${escapeHtml(canonical)}">\n<link rel="alternate" type="application/atom+xml" title="New websites" href="${escapeHtml(links.world(world.word))}feed.atom">\n`,
    main: `<p class="eyebrow">${escapeHtml(host)}</p>
<h1 lang="" dir="auto">${escapeHtml(world.title)}</h1>
<p class="facts">World <strong>${escapeHtml(world.word)}</strong>, founded ${dayHtml(world.founded_at)}</p>
${text}${websites(world.pages, links)}`,
    footer: `<a href="${escapeHtml(links.world(world.word))}feed.atom">Feed of new websites</a><span>A World on Agent Bridge</span>`,
  });
}
