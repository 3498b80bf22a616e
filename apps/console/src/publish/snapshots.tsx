import type { OwnerSnapshotRecord, WebsiteRecord } from '@bridge/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toRefusal } from '../api/client.ts';
import { useChange } from '../api/mutations.ts';
import { restoreRevision } from '../api/pages.ts';
import { snapshotsQuery } from '../api/publishing.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { PreviewFrame } from '../ui/preview-frame.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';
import { Time } from '../ui/time.tsx';
import { useRefreshPage } from './use-refresh-page.ts';

/** Restores a revision as the draft's next revision. Does nothing when the draft already has the texts of that revision. */
async function restoreUnlessSame(
  ...[input, key]: Parameters<typeof restoreRevision>
): Promise<'restored' | 'same'> {
  try {
    await restoreRevision(input, key);
    return 'restored';
  } catch (error) {
    if (toRefusal(error).code === 'patch_no_change') return 'same';
    throw error;
  }
}

/** React hook: restores a published revision as the draft's next revision, then opens the dialog that publishes it. */
function useRestoreSnapshot({ page_id: pageId, draft_revision: draft }: WebsiteRecord) {
  const restore = useChange(restoreUnlessSame);
  const { repeatable } = restore;
  const refresh = useRefreshPage(pageId);
  const send = async (input: Parameters<typeof restoreRevision>[0]): Promise<void> => {
    const done = await restore.run(input);
    await refresh();
    if (done !== null) go(`/pages/${pageId}/public?publish`);
  };
  return {
    busy: restore.busy,
    refusal: restore.refusal,
    run: (revision: number) => send({ pageId, revision, expected: draft }),
    again: repeatable === null ? null : () => send(repeatable),
    refresh,
  };
}

/** Properties of the component `PublishedRevisionDialog`, the dialog that shows a published revision. */
interface PublishedRevisionDialogProps {
  readonly pageId: number;
  readonly revision: number;
  readonly onClose: () => void;
}

/** The dialog that shows a published revision in a frame, as visitors saw it. */
function PublishedRevisionDialog({ pageId, revision, onClose }: PublishedRevisionDialogProps) {
  return (
    <Dialog wide title={`Revision ${revision}, as published`} onClose={onClose}>
      <div className="look">
        <PreviewFrame
          pageId={pageId}
          of={revision}
          version={revision}
          title={`Revision ${revision}`}
          exact
        />
      </div>
      <div className="row end">
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

/** Properties of the component `SnapshotRow`, which shows one snapshot (published copy) of a website. */
interface SnapshotRowProps {
  readonly website: WebsiteRecord;
  readonly snapshot: OwnerSnapshotRecord;
  readonly busy: boolean;
  readonly onLook: () => void;
  readonly onRestore: () => void;
}

function SnapshotRow({ website, snapshot, busy, onLook, onRestore }: SnapshotRowProps) {
  const { revision, live, archive } = snapshot;
  const isOlder = !live && revision !== website.draft_revision;
  return (
    <li>
      <span className="numbers">r{revision}</span> {live && <Badge kind="live" />}{' '}
      <Time iso={snapshot.published_at} /> · {snapshot.publication_mode}
      {snapshot.offline_ready && ', works offline'} · {snapshot.bytes.toLocaleString('en')} bytes
      {archive !== null && (
        <>
          {' · '}
          <a href={archive.url}>archive</a>
        </>
      )}
      {' · '}
      <Link to={`/pages/${website.page_id}/compare?a=${revision}`}>
        compare with the draft
      </Link>{' '}
      <Button onClick={onLook}>
        Look<span className="sr"> at revision {revision} as it was published</span>
      </Button>{' '}
      {isOlder && (
        <Button busy={busy} onClick={onRestore}>
          Restore and publish…<span className="sr"> revision {revision}</span>
        </Button>
      )}
    </li>
  );
}

/**
 * Lists the snapshots (published copies) of a website, newest first. The revision of an older one can be restored and published
 * again.
 */
export function Snapshots({ website }: { readonly website: WebsiteRecord }) {
  const list = useInfiniteQuery(snapshotsQuery(website.page_id));
  const restore = useRestoreSnapshot(website);
  const [shown, setShown] = useState<number | null>(null);
  return (
    <>
      <h2>Snapshots</h2>
      <Problem refusal={restore.refusal} onAgain={restore.again} onReload={restore.refresh} />
      <QueryResultView query={list}>
        {({ pages }) => (
          <ul className="snapshots" role="list">
            {pages
              .flatMap(({ snapshots }) => snapshots)
              .map((snapshot) => (
                <SnapshotRow
                  key={`${snapshot.snapshot_id} ${snapshot.revision}`}
                  website={website}
                  snapshot={snapshot}
                  busy={restore.busy}
                  onLook={() => setShown(snapshot.revision)}
                  onRestore={() => void restore.run(snapshot.revision)}
                />
              ))}
          </ul>
        )}
      </QueryResultView>
      <More list={list} text="Older snapshots" />
      {shown !== null && (
        <PublishedRevisionDialog
          pageId={website.page_id}
          revision={shown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}
