import type { WorldFacts } from '../facts/public-facts.ts';
import type { SiteLinks } from '../links.ts';
import { pageHtml } from './layout.ts';
import { modeHtml } from './mode.ts';
import { escape, dayHtml } from './text.ts';

type ListedWebsite = WorldFacts['pages'][number];

function item(page: ListedWebsite, links: SiteLinks): string {
  return `<li class="item"><span class="name"><a href="${escape(links.website(page.page_id))}"><bdi lang="">${escape(page.title)}</bdi></a></span><span class="meta">${dayHtml(page.published_at)}${modeHtml(page)}</span></li>`;
}

function websites(pages: readonly ListedWebsite[], links: SiteLinks): string {
  if (pages.length === 0)
    return '<h2>Websites</h2>\n<p class="empty">No website has been published here yet.</p>';
  const items = pages.map((page) => item(page, links)).join('\n');
  return `<h2>Websites <span class="count">${pages.length}</span></h2>\n<ul>\n${items}\n</ul>`;
}

/** The dashboard of a World: its word, what its founder wrote, and its public websites, newest first. */
export function dashboardPage(world: WorldFacts, links: SiteLinks, canonical: string): string {
  const { host } = new URL(canonical);
  const text =
    world.text.trim() === ''
      ? ''
      : `<p class="text" lang="" dir="auto">${escape(world.text)}</p>\n`;
  return pageHtml({
    title: world.title === world.word ? world.word : `${world.title} · ${world.word}`,
    name: world.word,
    head: `<link rel="canonical" href="${escape(canonical)}">\n<link rel="alternate" type="application/atom+xml" title="New websites" href="${escape(links.world(world.word))}feed.atom">\n`,
    main: `<p class="eyebrow">${escape(host)}</p>
<h1 lang="" dir="auto">${escape(world.title)}</h1>
<p class="facts">World <strong>${escape(world.word)}</strong>, founded ${dayHtml(world.founded_at)}</p>
${text}${websites(world.pages, links)}`,
    footer: `<a href="${escape(links.world(world.word))}feed.atom">Feed of new websites</a><span>A World on Agent Bridge</span>`,
  });
}
