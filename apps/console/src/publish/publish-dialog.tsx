import type { ConsoleCheck, Visibility, WebsiteRecord } from '@bridge/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../api/mutations.ts';
import { checkQuery, publishPage } from '../api/publishing.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { Problem } from '../ui/problem.tsx';
import { titleOf } from '../ui/title-of.ts';
import { Who } from '../ui/who.tsx';
import { VISIBILITIES } from './visibilities.ts';

const SIGNS = { error: '✗', warning: '!', info: 'i' } as const;

interface VerdictProps {
  readonly pageId: number;
  readonly verdict: ConsoleCheck;
}

/** What a publication would be, as one sentence that is also read aloud. */
function describeVerdict({ check }: ConsoleCheck): string {
  if (check.empty) return 'This draft shows nothing, so it cannot be published.';
  if (check.secrets > 0)
    return `This draft contains ${check.secrets === 1 ? 'a secret' : `${check.secrets} secrets`}, so it cannot be published.`;
  const mode =
    check.publication_mode === 'portable'
      ? 'Portable: everything is inside.'
      : 'Online: visitors’ browsers will ask other hosts too.';
  return `${mode} ${check.offline_ready ? 'It works offline.' : 'It does not work offline.'}`;
}

function Verdict({ pageId, verdict }: VerdictProps) {
  const { check, places } = verdict;
  return (
    <>
      <p role="status">{describeVerdict(verdict)}</p>
      <ul className="warnings" role="list">
        {(check.found ?? []).map((secret, index) => (
          <li key={`secret ${index}`}>
            <span aria-hidden="true">✗ </span>
            {secret.kind} in {secret.part}, line {secret.line}{' '}
            {secret.part === 'html' && (
              <Link to={`/pages/${pageId}?line=${secret.line}&column=${secret.column}`}>
                Go to line
              </Link>
            )}
          </li>
        ))}
        {check.warnings.map((warning, index) => {
          const place = places[index] ?? null;
          return (
            <li key={index}>
              <span aria-hidden="true">{SIGNS[warning.severity]} </span>
              <span className="sr">{warning.severity}: </span>
              {warning.message}{' '}
              {warning.url !== undefined && <code>{warning.written ?? warning.url}</code>}{' '}
              {place !== null && place.layer_id === null && (
                <Link to={`/pages/${pageId}?line=${place.line}&column=${place.column}`}>
                  Go to line {place.line}
                </Link>
              )}
              {place !== null && place.layer_id !== null && (
                <Link
                  to={`/pages/${pageId}?layer=${encodeURIComponent(place.layer_id)}&line=${place.line}&column=${place.column}`}
                >
                  Go to the layer, line {place.line}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface NewerRevisionProps {
  readonly website: WebsiteRecord;
  readonly revision: number;
  readonly newest: number;
  /** Null while the outcome of a publication is unknown. */
  readonly onLook: (() => void) | null;
}

/** Says that the draft was changed while the dialog is open; the person decides again. */
function NewerRevision({ website, revision, newest, onLook }: NewerRevisionProps) {
  return (
    <div className="banner" role="alert">
      <p>
        r{newest} of this draft was saved meanwhile
        {website.draft_revision === newest && (
          <>
            {' '}
            by <Who id={website.updated_by} />
          </>
        )}
        . This dialog is about r{revision}.
      </p>
      {onLook !== null && <Button onClick={onLook}>Check r{newest}</Button>}
    </div>
  );
}

interface WhoSeesItProps {
  readonly value: Visibility;
  readonly disabled: boolean;
  readonly onChange: (value: Visibility) => void;
}

function WhoSeesIt({ value, disabled, onChange }: WhoSeesItProps) {
  return (
    <fieldset disabled={disabled}>
      <legend>Who sees it</legend>
      {VISIBILITIES.map(([visibility, words]) => (
        <label key={visibility}>
          <input
            type="radio"
            name="visibility"
            checked={value === visibility}
            onChange={() => onChange(visibility)}
          />{' '}
          {words}
        </label>
      ))}
    </fieldset>
  );
}

interface PublishDialogProps {
  readonly website: WebsiteRecord;
  readonly hasUnsaved: boolean;
  readonly onDone: (website: WebsiteRecord | null) => void;
  /** Reads the website again. */
  readonly onReload: () => void;
}

function firstVisibility({ state, visibility }: WebsiteRecord): Visibility {
  return state === 'published' ? visibility : 'public';
}

/** The revision that the dialog judges and publishes: the one that it was opened with, until the person takes a newer one. */
function usePublication(website: WebsiteRecord) {
  const { page_id: pageId } = website;
  const publish = useChange(publishPage, `publication ${pageId}`);
  const { pending } = publish;
  const [revision, setRevision] = useState(pending?.revision ?? website.draft_revision);
  const [visibility, setVisibility] = useState(
    () => pending?.visibility ?? firstVisibility(website),
  );
  const verdict = useQuery(checkQuery(pageId, revision));
  const newest = Math.max(website.draft_revision, verdict.data?.check.draft_revision ?? 0);
  return {
    publish,
    revision,
    newest,
    verdict,
    visibility,
    setVisibility,
    /** Sends the publication whose outcome is unknown, or what the dialog shows. */
    send: () => publish.run(pending ?? { pageId, revision, visibility }),
    look: () => {
      publish.clear();
      setRevision(newest);
    },
  };
}

/** Judges a draft, then publishes it with the chosen visibility. A check that fails leaves publishing possible. */
export function PublishDialog({ website, hasUnsaved, onDone, onReload }: PublishDialogProps) {
  const { page_id: pageId } = website;
  const { publish, revision, newest, verdict, visibility, setVisibility, ...publication } =
    usePublication(website);
  const isPending = publish.pending !== null;
  // A verdict of a newer revision says nothing about this one.
  const found = verdict.data?.check.draft_revision === revision ? verdict.data : undefined;
  const isBlocked = found !== undefined && (found.check.empty || found.check.secrets > 0);
  const send = async (): Promise<void> => {
    const done = await publication.send();
    if (done !== null) onDone(done.website);
  };
  return (
    <Dialog
      wide
      title={`Publish ${titleOf(website)}, revision ${revision}`}
      onClose={publish.busy ? null : () => onDone(null)}
    >
      {newest > revision && (
        <NewerRevision
          website={website}
          revision={revision}
          newest={newest}
          onLook={isPending ? null : publication.look}
        />
      )}
      {hasUnsaved && (
        <p className="banner">
          There are unsaved edits. They are not published:{' '}
          <Link to={`/pages/${pageId}`}>save them first</Link>.
        </p>
      )}
      {verdict.isPending && <p role="status">Checking…</p>}
      <Problem refusal={verdict.error} onAgain={() => void verdict.refetch()} />
      {found !== undefined && <Verdict pageId={pageId} verdict={found} />}
      <WhoSeesIt value={visibility} disabled={isPending} onChange={setVisibility} />
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
