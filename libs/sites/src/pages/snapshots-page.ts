import type { PublicSnapshot } from '@bridge/contracts';
import { pageHtml } from './layout.ts';
import { modeHtml } from './mode.ts';
import { escapeHtml, momentHtml } from './text.ts';

function snapshotItem(snapshot: PublicSnapshot, isLive: boolean): string {
  const address = `${snapshot.snapshot_id}/`;
  const archive =
    snapshot.archive === null ? '' : `<a class="more" href="${address}archive.zip">Archive</a>`;
  const now = isLive ? '<span class="mode">Live</span>' : '';
  return `<li class="item"><span class="name"><a href="${address}">${momentHtml(snapshot.published_at)}</a></span><span class="meta">revision ${snapshot.revision}${now}${modeHtml(snapshot)}${archive}</span></li>`;
}

/**
 * Returns the page that lists a website's snapshots (its publications, kept unchanged), newest first, each with a link to its
 * zip archive if it has one.
 */
export function snapshotsPage(
  live: { readonly word: string; readonly snapshot: PublicSnapshot },
  snapshots: readonly PublicSnapshot[],
  liveUrl: string,
): string {
  const items = snapshots.map((snapshot) =>
    snapshotItem(snapshot, snapshot.snapshot_id === live.snapshot.snapshot_id),
  );
  return pageHtml({
    title: `Snapshots of ${live.snapshot.title}`,
    name: live.word,
    main: `<p class="eyebrow">Snapshots</p>
<h1 lang="" dir="auto">${escapeHtml(live.snapshot.title)}</h1>
<p class="facts">Each publication is kept as it was and never changes.</p>
<h2>Published <span class="count">${snapshots.length}</span></h2>
<ul>
${items.join('\n')}
</ul>`,
    footer: `<a href="${escapeHtml(liveUrl)}">The live website</a>`,
  });
}
