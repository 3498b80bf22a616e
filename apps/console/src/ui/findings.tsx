import type { ConsoleCheck } from '@bridge/contracts';
import type { ReactNode } from 'react';

/** A place in the HTML of a draft, or in one of its layers. */
export interface DraftPlace {
  /** Null for the HTML. */
  readonly layerId: string | null;
  readonly line: number;
  readonly column: number;
}

const SIGNS = { error: '✗', warning: '!', info: 'i' } as const;

interface FindingsProps {
  readonly verdict: ConsoleCheck;
  /** Draws what leads to a place. */
  readonly wayTo: (place: DraftPlace, words: string) => ReactNode;
}

/** What a publication would be, as one sentence that is also read aloud. */
export function describeVerdict({ check }: ConsoleCheck): string {
  if (check.empty) return 'This draft shows nothing, so it cannot be published.';
  if (check.secrets > 0)
    return `This draft contains ${check.secrets === 1 ? 'a secret' : `${check.secrets} secrets`}, so it cannot be published.`;
  const mode =
    check.publication_mode === 'portable'
      ? 'Portable: everything is inside.'
      : 'Online: visitors’ browsers will ask other hosts too.';
  return `${mode} ${check.offline_ready ? 'It works offline.' : 'It does not work offline.'}`;
}

/** The secrets and warnings of a check, each with the way to its place. */
export function Findings({ verdict: { check, places }, wayTo }: FindingsProps) {
  return (
    <ul className="warnings" role="list">
      {(check.found ?? []).map(({ kind, part, name, line, column }, index) => (
        <li key={`secret ${index}`}>
          <span aria-hidden="true">✗ </span>
          {kind} in {part}
          {name !== undefined && (
            <>
              {' '}
              <bdi>{name}</bdi>
            </>
          )}
          , line {line} {part === 'html' && wayTo({ layerId: null, line, column }, 'Go to line')}
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
            {place !== null &&
              wayTo(
                { layerId: place.layer_id, line: place.line, column: place.column },
                place.layer_id === null
                  ? `Go to line ${place.line}`
                  : `Go to the layer, line ${place.line}`,
              )}
          </li>
        );
      })}
    </ul>
  );
}
