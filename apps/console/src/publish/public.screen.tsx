import type { WebsiteRecord } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { pageQuery } from '../api/pages.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { WebsiteScreenTabs } from '../ui/page-tabs.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { go, useSearch } from '../ui/router.ts';
import type { ScreenProps } from '../ui/screen.ts';
import { titleOf } from '../ui/title-of.ts';
import { showToast } from '../ui/toast.tsx';
import { Embed } from './embed.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { Snapshots } from './snapshots.tsx';
import { useRefreshPage } from './use-refresh-page.ts';
import { VisibilityChoice } from './visibility-choice.tsx';
import './publish.css';

function PublicSide({ website }: { readonly website: WebsiteRecord }) {
  const { live_url: address, state, visibility, word } = website;
  if (state !== 'published')
    return (
      <p className="empty">
        Not published yet: only you and your agents see it. Publishing makes a snapshot that
        visitors see.
      </p>
    );
  return (
    <>
      <p>
        In the World <Link to={`/worlds/${word}`}>{word}</Link>.
      </p>
      {address !== null && (
        <>
          <h2>Address</h2>
          <Copy text={address} label="the address" />
          <p>
            <a href={address} target="_blank" rel="noreferrer">
              Open the website
            </a>
          </p>
          {visibility !== 'private' && (
            <details>
              <summary>QR code</summary>
              <QrCode text={address} label={`QR code of ${address}`} />
            </details>
          )}
          {visibility !== 'private' && <Embed address={address} title={titleOf(website)} />}
        </>
      )}
      <VisibilityChoice website={website} />
      <Snapshots website={website} />
    </>
  );
}

/**
 * The screen about a website's publication: address, visibility, snapshots (published copies), and the dialog that publishes
 * it.
 */
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
      <WebsiteScreenTabs pageId={pageId} />
      <QueryResultView query={page}>
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
      </QueryResultView>
    </>
  );
}
