import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Time } from '../ui/time.tsx';
import type { EditorSession } from './editor-session.ts';
import { InsertWidget } from './insert-widget.tsx';
import { describeState, type EditorSessionState } from './session-state.ts';

/** Properties of the component `EditorBar`: the editor session of the draft and its state. */
interface EditorBarProps {
  readonly session: EditorSession;
  readonly state: EditorSessionState;
}

/** The bar above the editor: title, revision, state of the edits, and buttons to save and publish. */
export function EditorBar({ session, state }: EditorBarProps) {
  const { website, base, title, keep, saving, newer, hasEdits, isMerging } = state;
  const [isInserting, setInserting] = useState(false);
  return (
    <div className="editor-bar">
      <label className="title-field">
        <span className="sr">Title</span>
        <input
          value={title}
          maxLength={120}
          readOnly={isMerging}
          onChange={(event) => session.edit({ title: event.target.value })}
        />
      </label>
      <span className="numbers">r{base.revision}</span>
      <span role="status" className="edit-state">
        {describeState(state)}
        {hasEdits && newer === null && keep?.where === 'service' && (
          <>
            {' '}
            <Time iso={new Date(keep.at).toISOString()} />
          </>
        )}
      </span>
      <Button
        look="primary"
        busy={saving}
        disabled={!hasEdits || newer !== null || title.trim() === ''}
        onClick={() => void session.save()}
      >
        Save
      </Button>
      <Button disabled={newer !== null} onClick={() => setInserting(true)}>
        Insert…
      </Button>
      {isInserting && <InsertWidget session={session} onClose={() => setInserting(false)} />}
      <Link className="button" to={`/pages/${website.page_id}/public?publish`}>
        Publish…
      </Link>
    </div>
  );
}
