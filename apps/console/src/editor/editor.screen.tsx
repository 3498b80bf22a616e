import { useRef, useState } from 'react';
import type { CodeProblem } from '../code-view/code-view-element.ts';
import { CodeEditor, type CodeEditorHandle } from '../code-view/code-view.tsx';
import { describeExact } from '../text/exact-lines.ts';
import type { DraftTextPosition } from '../ui/findings.tsx';
import { Heading } from '../ui/heading.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { WebsiteScreenTabs } from '../ui/page-tabs.tsx';
import { Problem } from '../ui/problem.tsx';
import type { ScreenProps } from '../ui/screen.ts';
import { titleOf } from '../ui/title-of.ts';
import { useKeyShortcut } from '../ui/use-window-key.ts';
import { EditorBar } from './editor-bar.tsx';
import type { EditorSession } from './editor-session.ts';
import { LayersPane } from './layers-pane.tsx';
import { MergeView } from './merge-view.tsx';
import { OnlineAgents } from './online-agents.tsx';
import { EditNotices } from './edit-notices.tsx';
import type { EditorDraft } from './open-draft.ts';
import { PreviewPane } from './preview-pane.tsx';
import { ProblemsPane } from './problems-pane.tsx';
import type { EditorSessionState } from './session-state.ts';
import { StatusLine, type StatusLineHandle } from './status-line.tsx';
import { useOpenDraft, useSession, useSessionState } from './use-draft.ts';
import { PANES, useTarget, type EditorPaneName } from './use-target.ts';
import './editor.css';

function PaneButtons({
  shown,
  onShow,
}: {
  readonly shown: EditorPaneName;
  readonly onShow: (pane: EditorPaneName) => void;
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

/** Properties of the parts of the editor's screen: the editor session of the draft and its state. */
interface EditorSessionProps {
  readonly session: EditorSession;
  readonly state: EditorSessionState;
}

function SidePanes({
  session,
  state,
  target,
}: EditorSessionProps & { readonly target: DraftTextPosition | null }) {
  return (
    <>
      <LayersPane
        session={session}
        layers={state.layers}
        target={target}
        onChange={(layers) => session.edit({ layers })}
      />
      <PreviewPane
        pageId={state.website.page_id}
        of={state.previewOf}
        revision={state.base.revision}
        keptCount={state.keptCount}
      />
    </>
  );
}

/**
 * The part of the editor's screen above the panes: title bar, notices, errors, and the view of the conflicts, which replaces
 * the panes while it is open.
 */
function EditorHead({ session, state }: EditorSessionProps) {
  const { refusal, readRefusal, newer, isMerging } = state;
  return (
    <>
      <EditorBar session={session} state={state} />
      <EditNotices session={session} state={state} />
      <Problem
        refusal={refusal?.code === 'revision_conflict' ? null : refusal}
        onAgain={session.save}
      />
      <Problem
        refusal={readRefusal}
        onAgain={() => session.look(null)}
        onReload={() => session.look(null)}
      />
      {newer !== null && isMerging && (
        <MergeView key={newer.round} session={session} newer={newer} />
      )}
    </>
  );
}

function Editor({ open: first }: { readonly open: EditorDraft }) {
  // The editor opens with the draft that was read first. A later read must not replace the texts that the owner edits.
  const [open] = useState(first);
  const [exactNames] = useState(() => describeExact(first.base.html).join(', '));
  const [marks, setMarks] = useState<readonly CodeProblem[]>([]);
  const code = useRef<CodeEditorHandle>(null);
  const status = useRef<StatusLineHandle>(null);
  const session = useSession(open, code);
  const state = useSessionState(session);
  const { target, goTo, pane, setPane } = useTarget(code, session !== null);
  const title = titleOf({ ...open.page.website, title: state?.title ?? open.texts.title });
  useKeyShortcut('s', () => void session?.save());
  const isMerging = state?.isMerging === true;
  const ready = session !== null && state !== null ? { session, state } : null;
  return (
    <>
      {ready !== null && <EditorHead {...ready} />}
      {!isMerging && <PaneButtons shown={pane} onShow={setPane} />}
      <div className={`panes show-${pane.toLowerCase()}`} hidden={isMerging}>
        <section className="pane code" aria-label="Code">
          <p className="pane-title">
            HTML <span className="hint">{exactNames}</span>
          </p>
          <CodeEditor
            ref={code}
            initial={open.texts.html}
            openKey={open.page.website.page_id}
            label={`HTML of ${title}`}
            problems={marks}
            onChange={() => session?.noteChange()}
            onPlace={(place) => status.current?.showPlace(place)}
          />
        </section>
        {ready !== null && <SidePanes {...ready} target={target} />}
      </div>
      {!isMerging && <StatusLine ref={status} code={code} session={session} />}
      {session !== null && !isMerging && (
        <ProblemsPane session={session} onGo={goTo} onFound={setMarks} />
      )}
    </>
  );
}

/** The screen of the editor for one draft, with code, layers and preview. */
export function EditorScreen({ params }: ScreenProps) {
  const pageId = Number(params['id']);
  const draft = useOpenDraft(pageId);
  const title = draft.data === undefined ? `Website ${pageId}` : titleOf(draft.data.page.website);
  return (
    <>
      <Heading title={title}>
        <bdi>{title}</bdi>
      </Heading>
      <WebsiteScreenTabs pageId={pageId}>
        <OnlineAgents />
      </WebsiteScreenTabs>
      <QueryResultView query={draft}>
        {(open) => <Editor key={pageId} open={open} />}
      </QueryResultView>
    </>
  );
}
