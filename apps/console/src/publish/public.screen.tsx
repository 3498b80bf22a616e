import type { OwnSnapshot, WebsiteRecord } from '@bridge/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { pageQuery } from '../api/pages.ts';
import { snapshotsQuery } from '../api/publishing.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { go, useSearch } from '../ui/router.ts';
import type { ScreenProps } from '../ui/screen.ts';
import { Time } from '../ui/time.tsx';
import { titleOf } from '../ui/title-of.ts';
import { showToast } from '../ui/toast.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { useRefreshPage } from './use-refresh-page.ts';
import { VisibilityChoice } from './visibility-choice.tsx';
import './publish.css';

function SnapshotRow({
  pageId,
  snapshot,
}: {
  readonly pageId: number;
  readonly snapshot: OwnSnapshot;
}) {
  return (
    <li>
      <span className="numbers">r{snapshot.revision}</span> {snapshot.live && <Badge kind="live" />}{' '}
      <Time iso={snapshot.published_at} /> · {snapshot.publication_mode}
      {snapshot.offline_ready && ', works offline'} · {snapshot.bytes.toLocaleString('en')} bytes
      {snapshot.archive !== null && (
        <>
          {' · '}
          <a href={snapshot.archive.url}>archive</a>
        </>
      )}
      {' · '}
      <Link to={`/pages/${pageId}/compare?a=${snapshot.revision}`}>compare with the draft</Link>
    </li>
  );
}

function Snapshots({ pageId }: { readonly pageId: number }) {
  const list = useInfiniteQuery(snapshotsQuery(pageId));
  return (
    <>
      <h2>Snapshots</h2>
      <Loaded query={list}>
        {({ pages }) => (
          <ul className="snapshots" role="list">
            {pages
              .flatMap(({ snapshots }) => snapshots)
              .map((snapshot) => (
                <SnapshotRow
                  key={`${snapshot.snapshot_id} ${snapshot.revision}`}
                  pageId={pageId}
                  snapshot={snapshot}
                />
              ))}
          </ul>
        )}
      </Loaded>
      {list.hasNextPage && (
        <Button onClick={() => void list.fetchNextPage()}>Older snapshots</Button>
      )}
    </>
  );
}

function PublicSide({ website }: { readonly website: WebsiteRecord }) {
  const { page_id: pageId, live_url: address, state } = website;
  if (state !== 'published')
    return (
      <p className="empty">
        Not published yet: only you and your agents see it. Publishing makes a snapshot that
        visitors see.
      </p>
    );
  return (
    <>
      {address !== null && (
        <>
          <h2>Address</h2>
          <Copy text={address} label="the address" />
          <p>
            <a href={address} target="_blank" rel="noreferrer">
              Open the website
            </a>
          </p>
        </>
      )}
      <VisibilityChoice website={website} />
      <Snapshots pageId={pageId} />
    </>
  );
}

/** The screen of the public side of a website, with the dialog that publishes it. */
export function PublicScreen({ params }: ScreenProps) {
  const pageId = Number(params['id']);
  const page = useQuery(pageQuery(pageId));
  const refresh = useRefreshPage(pageId);
  const isPublishing = useSearch().has('publish');
  const title = page.data === undefined ? `Website ${pageId}` : titleOf(page.data.website);
  const close = (website: WebsiteRecord | null): void => {
    go(`/pages/${pageId}/public`, { replace: true });
    if (website === null) return;
    showToast(`r${website.published_revision ?? website.draft_revision} is published`);
    void refresh();
  };
  return (
    <>
      <Heading title={`Public side of ${title}`}>
        Public side of <bdi>{title}</bdi>
      </Heading>
      <PageTabs pageId={pageId} />
      <Loaded query={page}>
        {({ website, unsaved }) => (
          <>
            <p>
              <Button look="primary" onClick={() => go(`/pages/${pageId}/public?publish`)}>
                Publish…
              </Button>
            </p>
            <PublicSide website={website} />
            {isPublishing && (
              <PublishDialog
                website={website}
                hasUnsaved={unsaved.edits !== null}
                onDone={close}
                onReload={() => void refresh()}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
