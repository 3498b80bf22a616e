import type { ServiceRequestError } from '../api/client.ts';
import type { EditsInBrowserStorage } from '../api/kept-edits.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Problem } from '../ui/problem.tsx';
import { Time } from '../ui/time.tsx';
import { showToast } from '../ui/toast.tsx';
import { Who } from '../ui/who.tsx';
import { conflictsOf } from './draft-merge.ts';
import type { EditorSession } from './editor-session.ts';
import type { ExternalChangesWithMerge, EditorSessionState } from './session-state.ts';

/** Properties of the component `EditNotices`: the editor session of the draft and its state. */
interface EditNoticesProps {
  readonly session: EditorSession;
  readonly state: EditorSessionState;
}

function countTheirLines({ merge }: ExternalChangesWithMerge): number {
  return merge.html.parts.reduce(
    (sum, part) => sum + (part.kind === 'theirs' ? Math.max(part.lines.length, 1) : 0),
    0,
  );
}

function countedLines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}

/**
 * A link to the comparison of the revision that is being edited with a newer revision or with the unsaved edits at the service.
 */
function LookLink({
  session,
  with: other,
}: {
  readonly session: EditorSession;
  readonly with: number | 'unsaved';
}) {
  const { base } = session.store.get();
  return (
    <Link className="button" to={`/pages/${session.pageId}/compare?a=${base.revision}&b=${other}`}>
      Look
    </Link>
  );
}

function NewerNotice({
  session,
  newer,
}: {
  readonly session: EditorSession;
  readonly newer: ExternalChangesWithMerge;
}) {
  const conflicts = conflictsOf(newer.merge);
  return (
    <div className="banner" role="alert">
      <p>
        <span aria-hidden="true">≠ </span>
        {newer.from === 'window' && 'Another window has changed the unsaved edits'}
        {newer.from === 'browser' && 'This browser kept other edits'}
        {newer.from === 'revision' && (
          <>
            <Who id={newer.website.updated_by} /> saved r{newer.texts.revision}
          </>
        )}
        {conflicts === 0
          ? `: ${countedLines(countTheirLines(newer))}, none of them yours.`
          : `: ${conflicts} ${conflicts === 1 ? 'place' : 'places'} you changed too.`}
      </p>
      <div className="row">
        {conflicts === 0 ? (
          <Button look="primary" onClick={() => void session.takeIn()}>
            Take in
          </Button>
        ) : (
          <Button look="primary" onClick={() => void session.setMerging(true)}>
            Bring together
          </Button>
        )}
        {newer.from !== 'browser' && (
          <LookLink
            session={session}
            with={newer.from === 'window' ? 'unsaved' : newer.texts.revision}
          />
        )}
      </div>
    </div>
  );
}

/**
 * Shows edits that only this browser has, with buttons to merge or drop them. Another window had stored newer edits at the
 * service before these edits arrived there.
 */
function AsideNotice({
  session,
  aside,
}: {
  readonly session: EditorSession;
  readonly aside: EditsInBrowserStorage;
}) {
  const drop = async (): Promise<void> => {
    showToast('The other edits are dropped', await session.dropAside(aside));
  };
  return (
    <div className="banner">
      <p>
        This browser also has edits of <Time iso={new Date(aside.at).toISOString()} /> on r
        {aside.baseRevision} that the service never received. They are not shown below.
      </p>
      <div className="row">
        <Button look="primary" onClick={() => void session.takeAside(aside)}>
          Take them in
        </Button>
        <Button onClick={() => void drop()}>Drop the other edits</Button>
      </div>
    </div>
  );
}

/**
 * Returns the reason why the service refused the edits, if sending them again cannot succeed (such as a full quota). Null for
 * other refusals, after which the editor sends them again or merges them.
 */
function keepRefusal({ keep }: EditorSessionState): ServiceRequestError | null {
  const refusal = keep?.refusal ?? null;
  return refusal?.retry === 'never' || refusal?.retry === 'fix_input' ? refusal : null;
}

/**
 * Shows notices in the editor: about unsaved edits from earlier, about changes made elsewhere, and when the service stored
 * another text than the one that was sent.
 */
export function EditNotices({ session, state }: EditNoticesProps) {
  const { newer, isMerging, editedAt, hasEdits, base, isAltered, asides } = state;
  const drop = async (): Promise<void> => {
    const undo = await session.dropEdits();
    if (undo !== null) showToast('The edits are dropped', undo);
  };
  return (
    <>
      {isAltered && (
        <p className="problem" role="alert">
          What was stored is not byte for byte what was sent. Your edits are kept in this browser.
        </p>
      )}
      <Problem refusal={keepRefusal(state)} />
      {newer !== null && !isMerging && <NewerNotice session={session} newer={newer} />}
      {newer === null &&
        asides.map((aside) => <AsideNotice key={aside.seq} session={session} aside={aside} />)}
      {newer === null && hasEdits && editedAt !== null && (
        <div className="banner">
          <p>
            These are edits of <Time iso={editedAt} /> on r{base.revision}, not saved.
          </p>
          <div className="row">
            <LookLink session={session} with="unsaved" />
            <Button onClick={() => void drop()}>Drop them</Button>
          </div>
        </div>
      )}
    </>
  );
}
