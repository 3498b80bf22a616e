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
                <Link to={`/pages/${pageId}?layer=${place.layer_id}`}>Go to the layer</Link>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface PublishDialogProps {
  readonly website: WebsiteRecord;
  readonly hasUnsaved: boolean;
  readonly onDone: (website: WebsiteRecord | null) => void;
}

function firstVisibility({ state, visibility }: WebsiteRecord): Visibility {
  return state === 'published' ? visibility : 'public';
}

/** Judges a draft, then publishes it with the chosen visibility. A check that fails leaves publishing possible. */
export function PublishDialog({ website, hasUnsaved, onDone }: PublishDialogProps) {
  const { page_id: pageId, draft_revision: revision } = website;
  const verdict = useQuery(checkQuery(pageId, revision));
  const [visibility, setVisibility] = useState(() => firstVisibility(website));
  const publish = useChange(publishPage);
  const blocked =
    verdict.data !== undefined && (verdict.data.check.empty || verdict.data.check.secrets > 0);
  const send = async (): Promise<void> => {
    const done = await publish.run({ pageId, revision, visibility });
    if (done !== null) onDone(done.website);
  };
  return (
    <Dialog
      wide
      title={`Publish ${titleOf(website)}, revision ${revision}`}
      onClose={() => onDone(null)}
    >
      {hasUnsaved && (
        <p className="banner">
          There are unsaved edits. They are not published:{' '}
          <Link to={`/pages/${pageId}`}>save them first</Link>.
        </p>
      )}
      {verdict.isPending && <p role="status">Checking…</p>}
      <Problem refusal={verdict.error} onAgain={() => void verdict.refetch()} />
      {verdict.data !== undefined && <Verdict pageId={pageId} verdict={verdict.data} />}
      <fieldset>
        <legend>Who sees it</legend>
        {VISIBILITIES.map(([value, words]) => (
          <label key={value}>
            <input
              type="radio"
              name="visibility"
              checked={visibility === value}
              onChange={() => setVisibility(value)}
            />{' '}
            {words}
          </label>
        ))}
      </fieldset>
      <Problem
        refusal={publish.refusal}
        onAgain={publish.again === null ? null : () => void send()}
        onReload={() => onDone(website)}
      />
      <div className="row end">
        <Button onClick={() => onDone(null)}>Cancel</Button>
        <Button look="primary" busy={publish.busy} disabled={blocked} onClick={() => void send()}>
          Publish r{revision}
        </Button>
      </div>
    </Dialog>
  );
}
