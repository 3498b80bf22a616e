import { useRef, useState } from 'react';
import { CodeEditor, type CodeEditorHandle } from '../code-view/code-view.tsx';
import type { FieldConflict } from '../text/merge-layers.ts';
import {
  textToWrite,
  type MergeConflict,
  type MergeConflictChoice,
  type TextMergeResult,
} from '../text/merge3.ts';
import { Button } from '../ui/button.tsx';
import type { DraftMergeDecisions } from './draft-merge.ts';
import type { EditorSession } from './editor-session.ts';
import type { ExternalChangesWithMerge } from './session-state.ts';

/** Maximum number of lines that are shown of each side of a conflict. Of further lines only their number is shown. */
const SHOWN_LINES_MAX = 200;

function Lines({
  lines,
  sign,
  name,
}: {
  readonly lines: readonly string[];
  readonly sign: string;
  readonly name: string;
}) {
  const shown = lines.slice(0, SHOWN_LINES_MAX);
  return (
    <figure className={sign === '−' ? 'lines removed' : 'lines added'}>
      <figcaption>{name}</figcaption>
      <pre tabIndex={0} aria-label={name}>
        {shown.map((line) => `${sign} ${line}\n`).join('')}
        {lines.length > shown.length && `… ${lines.length - shown.length} lines more`}
        {lines.length === 0 && '(nothing)'}
      </pre>
    </figure>
  );
}

/** Properties of the component `HtmlConflictView`, which shows one conflict in the HTML with the buttons that decide it. */
interface HtmlConflictViewProps {
  readonly label: string;
  readonly merge: TextMergeResult;
  readonly conflict: MergeConflict;
  readonly theirName: string;
  readonly choice: MergeConflictChoice | undefined;
  readonly onChoose: (choice: MergeConflictChoice) => void;
}

const CHOICES = [
  ['theirs', 'Take theirs'],
  ['ours', 'Take mine'],
  ['both', 'Both'],
] as const;

function HtmlConflictView({
  label,
  merge,
  conflict,
  theirName,
  choice,
  onChoose,
}: HtmlConflictViewProps) {
  const code = useRef<CodeEditorHandle>(null);
  const written = typeof choice === 'object' ? choice.text : null;
  return (
    <fieldset className="conflict">
      <legend>{label}</legend>
      <Lines lines={conflict.base} sign="−" name="before" />
      <div className="sides">
        <Lines lines={conflict.theirs} sign="+" name={theirName} />
        <Lines lines={conflict.ours} sign="+" name="you" />
      </div>
      <div className="row">
        {CHOICES.map(([value, name]) => (
          <button
            key={value}
            type="button"
            aria-pressed={choice === value}
            onClick={() => onChoose(value)}
          >
            {name}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={written !== null}
          onClick={() => onChoose({ text: textToWrite(merge, conflict) })}
        >
          Write it
        </button>
      </div>
      {written !== null && (
        <CodeEditor
          ref={code}
          initial={written}
          openKey={label}
          label={`Text for ${label}`}
          lineEnd={merge.lineEnd}
          onChange={() => onChoose({ text: code.current?.text() ?? written })}
        />
      )}
    </fieldset>
  );
}

/** Properties of the component `FieldConflictView`, which shows one conflict in the title or in a layer. */
interface FieldConflictViewProps {
  readonly conflict: FieldConflict;
  readonly choice: 'ours' | 'theirs' | undefined;
  readonly onChoose: (choice: 'ours' | 'theirs') => void;
}

function FieldConflictView({ conflict, choice, onChoose }: FieldConflictViewProps) {
  return (
    <fieldset className="conflict">
      <legend>{conflict.label}</legend>
      {(['theirs', 'ours'] as const).map((side) => (
        <label key={side}>
          <input
            type="radio"
            name={conflict.id}
            checked={choice === side}
            onChange={() => onChoose(side)}
          />{' '}
          {side === 'ours' ? 'mine' : 'theirs'}: <bdi>{conflict[side]}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

const THEIR_NAMES = { window: 'the other window', browser: 'the other edits of this browser' };

/**
 * Shows all conflicts of a merge with the choices that decide them. The owner takes over the merged text in one undoable step
 * when all are decided.
 */
export function MergeView({
  session,
  newer,
}: {
  readonly session: EditorSession;
  readonly newer: ExternalChangesWithMerge;
}) {
  const [choices, setChoices] = useState<DraftMergeDecisions>({ html: [], fields: {} });
  const conflicts = newer.merge.html.parts.filter(
    (part): part is MergeConflict => part.kind === 'conflict',
  );
  const { fields } = newer.merge;
  const decided =
    conflicts.filter((_, index) => choices.html[index] !== undefined).length +
    fields.filter(({ id }) => choices.fields[id] !== undefined).length;
  const open = conflicts.length + fields.length - decided;
  const theirName =
    newer.from === 'revision' ? `r${newer.texts.revision}` : THEIR_NAMES[newer.from];
  const choose = (at: number, choice: MergeConflictChoice): void =>
    setChoices(({ html, fields: kept }) => ({
      html: conflicts.map((_, index) => (index === at ? choice : html[index])),
      fields: kept,
    }));
  return (
    <section className="merge" aria-labelledby="merge-title">
      <h2 id="merge-title">Bring together {theirName} and your edits</h2>
      <p role="status">{open === 0 ? 'Everything is decided.' : `${open} still to decide.`}</p>
      {newer.merge.html.isCutOff && (
        <p>The texts could not be compared in time: both as a whole are one conflict.</p>
      )}
      {fields.map((conflict) => (
        <FieldConflictView
          key={conflict.id}
          conflict={conflict}
          choice={choices.fields[conflict.id]}
          onChoose={(choice) =>
            setChoices((now) => ({ ...now, fields: { ...now.fields, [conflict.id]: choice } }))
          }
        />
      ))}
      {conflicts.map((conflict, index) => (
        <HtmlConflictView
          key={index}
          label={`Conflict ${index + 1} of ${conflicts.length}`}
          merge={newer.merge.html}
          conflict={conflict}
          theirName={theirName}
          choice={choices.html[index]}
          onChoose={(choice) => choose(index, choice)}
        />
      ))}
      <div className="row end">
        <Button onClick={() => void session.setMerging(false)}>Back to my edits</Button>
        <Button look="primary" disabled={open > 0} onClick={() => void session.takeIn(choices)}>
          Take the result
        </Button>
      </div>
    </section>
  );
}
