import type { WebsiteRecord } from '@bridge/contracts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { describeVerdict } from '../ui/describe-verdict.ts';
import { Findings, type DraftTextPosition } from '../ui/findings.tsx';
import { Link } from '../ui/link.tsx';
import { Problem } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { isolate, titleOf } from '../ui/title-of.ts';
import { NewerDraftRevisionNotice } from './newer-revision.tsx';
import { usePublication } from './use-publication.ts';
import { VisibilityPicker } from './who-sees-it.tsx';

/** Returns the address that opens the editor at a position in the draft. */
function addressOf(pageId: number, { layerId, line, column }: DraftTextPosition): string {
  const layer = layerId === null ? '' : `layer=${encodeURIComponent(layerId)}&`;
  return `/pages/${pageId}?${layer}line=${line}&column=${column}`;
}

function UnsavedNotice({ pageId }: { readonly pageId: number }) {
  return (
    <p className="banner">
      There are unsaved edits. They are not published:{' '}
      <Link to={`/pages/${pageId}`}>save them first</Link>.
    </p>
  );
}

/** Shows which revision was published last and whether visitors can see it, with a link that compares it with the draft. */
function LiveRevision({ website }: { readonly website: WebsiteRecord }) {
  const { page_id: pageId, published_revision: live, snapshot, visibility } = website;
  if (live === null || snapshot === null) return null;
  return (
    <p>
      {visibility === 'private' ? 'Taken down' : 'Now live'}: r{live}, published{' '}
      <Time iso={snapshot.published_at} />.{' '}
      {website.has_unpublished_changes && (
        <Link to={`/pages/${pageId}/compare?a=${live}`}>Compare with live</Link>
      )}
    </p>
  );
}

/** Properties of the component `PublishDialog`, the dialog that checks and publishes a draft. */
interface PublishDialogProps {
  readonly website: WebsiteRecord;
  readonly hasUnsaved: boolean;
  readonly onDone: (website: WebsiteRecord | null) => void;
  /** Reads the website again. */
  readonly onReload: () => void;
}

/**
 * The dialog that checks a draft and publishes it with the selected visibility. If the check itself fails, the owner can still
 * publish the draft.
 */
export function PublishDialog({ website, hasUnsaved, onDone, onReload }: PublishDialogProps) {
  const { page_id: pageId } = website;
  const { publish, revision, newest, verdict, visibility, setVisibility, ...publication } =
    usePublication(website);
  const isPending = publish.pending !== null;
  // The result of a check is shown only if the service checked the revision that the dialog publishes.
  const found = verdict.data?.check.draft_revision === revision ? verdict.data : undefined;
  const isBlocked = found !== undefined && (found.check.empty || found.check.secrets > 0);
  const send = async (): Promise<void> => {
    const done = await publication.send();
    if (done !== null) onDone(done.website);
  };
  return (
    <Dialog
      wide
      title={`Publish ${isolate(titleOf(website))}, revision ${revision}`}
      onClose={publish.busy ? null : () => onDone(null)}
    >
      {newest > revision && (
        <NewerDraftRevisionNotice
          website={website}
          revision={revision}
          newest={newest}
          onLook={isPending ? null : publication.look}
        />
      )}
      {hasUnsaved && <UnsavedNotice pageId={pageId} />}
      {/* The element with role `status` is always rendered, so that screen readers announce its text when the check ends. */}
      <p role="status">
        {verdict.isPending ? 'Checking…' : found !== undefined && describeVerdict(found)}
      </p>
      <Problem refusal={verdict.error} onAgain={() => void verdict.refetch()} />
      {found !== undefined && (
        <Findings
          verdict={found}
          wayTo={(place, words) => <Link to={addressOf(pageId, place)}>{words}</Link>}
        />
      )}
      <LiveRevision website={website} />
      <VisibilityPicker value={visibility} disabled={isPending} onChange={setVisibility} />
      <Problem
        refusal={publish.refusal}
        onAgain={publish.canRepeat ? send : null}
        onReload={onReload}
      />
      <div className="row end">
        <Button disabled={publish.busy} onClick={() => onDone(null)}>
          Cancel
        </Button>
        <Button
          look="primary"
          busy={publish.busy}
          disabled={!isPending && (isBlocked || newest > revision)}
          onClick={() => void send()}
        >
          Publish r{revision}
        </Button>
      </div>
    </Dialog>
  );
}
