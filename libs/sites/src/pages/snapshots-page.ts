import type { PublicSnapshot } from '@bridge/contracts';
import { pageHtml } from './layout.ts';
import { modeHtml } from './mode.ts';
import { escape, momentHtml } from './text.ts';

function item(snapshot: PublicSnapshot, newest: boolean): string {
  const address = `${snapshot.snapshot_id}/`;
  const archive =
    snapshot.archive === null ? '' : `<a class="more" href="${address}archive.zip">Archive</a>`;
  const now = newest ? '<span class="mode">Live</span>' : '';
  return `<li class="item"><span class="name"><a href="${address}">${momentHtml(snapshot.published_at)}</a></span><span class="meta">revision ${snapshot.revision}${now}${modeHtml(snapshot)}${archive}</span></li>`;
}

/** The list of a website's snapshots, newest first, each with its archive when it has one. */
export function snapshotsPage(
  live: { readonly word: string; readonly snapshot: PublicSnapshot },
  snapshots: readonly PublicSnapshot[],
  liveUrl: string,
): string {
  const items = snapshots.map((snapshot) =>
    item(snapshot, snapshot.snapshot_id === live.snapshot.snapshot_id),
  );
  return pageHtml({
    title: `Snapshots of ${live.snapshot.title}`,
    name: live.word,
    main: `<p class="eyebrow">Snapshots</p>
<h1 lang="" dir="auto">${escape(live.snapshot.title)}</h1>
<p class="facts">Each publication is kept as it was and never changes.</p>
<h2>Published <span class="count">${snapshots.length}</span></h2>
<ul>
${items.join('\n')}
</ul>`,
    footer: `<a href="${escape(liveUrl)}">The live website</a>`,
  });
}
