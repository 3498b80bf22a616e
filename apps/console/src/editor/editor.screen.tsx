import { useRef, useState } from 'react';
import { CodeView, type CodeViewHandle } from '../code-view/code-view.tsx';
import { describeExact } from '../text/exact-lines.ts';
import { Heading } from '../ui/heading.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { Problem } from '../ui/problem.tsx';
import type { ScreenProps } from '../ui/screen.ts';
import { titleOf } from '../ui/title-of.ts';
import { useKeyShortcut } from '../ui/use-key-shortcut.ts';
import { EditorBar } from './editor-bar.tsx';
import type { EditorSession } from './editor-session.ts';
import { LayersPane } from './layers-pane.tsx';
import { MergeView } from './merge-view.tsx';
import { EditNotices } from './edit-notices.tsx';
import type { OpenDraft } from './open-draft.ts';
import { PreviewPane } from './preview-pane.tsx';
import type { SessionState } from './session-state.ts';
import { StatusLine } from './status-line.tsx';
import { useLinkedPlace } from './use-linked-place.ts';
import { useOpenDraft, useSession, useSessionState } from './use-draft.ts';
import './editor.css';

const PANES = ['Code', 'Preview', 'Layers'] as const;
type Pane = (typeof PANES)[number];

function PaneButtons({
  shown,
  onShow,
}: {
  readonly shown: Pane;
  readonly onShow: (pane: Pane) => void;
}) {
  return (
    <div className="pane-buttons" role="group" aria-label="Shown part">
      {PANES.map((pane) => (
        <button key={pane} type="button" aria-pressed={pane === shown} onClick={() => onShow(pane)}>
          {pane}
        </button>
      ))}
    </div>
  );
}

interface SidePanesProps {
  readonly session: EditorSession;
  readonly state: SessionState;
}

function SidePanes({ session, state }: SidePanesProps) {
  return (
    <>
      <LayersPane layers={state.layers} onChange={(layers) => session.edit({ layers })} />
      <PreviewPane
        pageId={state.website.page_id}
        hasEdits={state.hasEdits}
        revision={state.base.revision}
        keptCount={state.keptCount}
      />
    </>
  );
}

function Editor({ open: first }: { readonly open: OpenDraft }) {
  // A later read never replaces the text of an open editor.
  const [open] = useState(first);
  const code = useRef<CodeViewHandle>(null);
  const session = useSession(open, code);
  const state = useSessionState(session);
  const [pane, setPane] = useState<Pane>('Code');
  const title = titleOf({ ...open.page.website, title: state?.title ?? open.texts.title });
  useKeyShortcut('s', () => void session?.save());
  const newer = state?.newer ?? null;
  useLinkedPlace(code, session !== null);
  const ready = session !== null && state !== null ? { session, state } : null;
  return (
    <>
      {ready !== null && <EditorBar {...ready} />}
      {ready !== null && <EditNotices {...ready} />}
      <Problem
        refusal={state?.refusal?.code === 'revision_conflict' ? null : (state?.refusal ?? null)}
        onAgain={() => void session?.save()}
      />
      <Problem
        refusal={state?.readRefusal ?? null}
        onAgain={() => void session?.look(null)}
        onReload={() => void session?.look(null)}
      />
      {session !== null && newer !== null && state?.isMerging === true && (
        <MergeView key={newer.round} session={session} newer={newer} />
      )}
      {state?.isMerging !== true && <PaneButtons shown={pane} onShow={setPane} />}
      <div className={`panes show-${pane.toLowerCase()}`} hidden={state?.isMerging === true}>
        <section className="pane code" aria-label="Code">
          <p className="pane-title">
            HTML <span className="hint">{describeExact(open.base.html).join(', ')}</span>
          </p>
          <CodeView
            ref={code}
            initial={open.texts.html}
            openKey={open.page.website.page_id}
            label={`HTML of ${title}`}
            onChange={() => session?.noteChange()}
          />
        </section>
        {ready !== null && <SidePanes {...ready} />}
      </div>
      <StatusLine code={code} session={session} />
    </>
  );
}

/** The screen of the editor: one draft with its code, layers and preview. */
export function EditorScreen({ params }: ScreenProps) {
  const pageId = Number(params['id']);
  const draft = useOpenDraft(pageId);
  const title = draft.data === undefined ? `Website ${pageId}` : titleOf(draft.data.page.website);
  return (
    <>
      <Heading title={title}>
        <bdi>{title}</bdi>
      </Heading>
      <PageTabs pageId={pageId} />
      <Loaded query={draft}>{(open) => <Editor key={pageId} open={open} />}</Loaded>
    </>
  );
}
