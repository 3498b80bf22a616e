import type { ConsoleCheck } from '@bridge/contracts';
import type { ReactNode } from 'react';

/** A position in the HTML of a draft, or in one of its layers; line and column count from 1. */
export interface DraftPlace {
  /** Id of the layer; null for the HTML. */
  readonly layerId: string | null;
  readonly line: number;
  readonly column: number;
}

const SIGNS = { error: '✗', warning: '!', info: 'i' } as const;

/** Properties of the component `Findings`, the list of secrets and warnings that a check found. */
interface FindingsProps {
  readonly verdict: ConsoleCheck;
  /** Renders a link or button that leads to a position in the draft. */
  readonly wayTo: (place: DraftPlace, words: string) => ReactNode;
}

/** Returns one sentence about the publication that the draft would have; screen readers also announce it. */
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

/** A secret that a check found, with its position. */
type FoundSecret = NonNullable<ConsoleCheck['check']['found']>[number];

function SecretRow({
  secret: { kind, part, name, line, column },
  wayTo,
}: Pick<FindingsProps, 'wayTo'> & { readonly secret: FoundSecret }) {
  return (
    <li>
      <span aria-hidden="true">✗ </span>
      {kind} in {part}
      {name !== undefined && (
        <>
          {' '}
          <bdi>{name}</bdi>
        </>
      )}
      , line {line} {part === 'html' && wayTo({ layerId: null, line, column }, 'Go to line')}
      {part === 'layer' &&
        name !== undefined &&
        wayTo({ layerId: name, line, column }, 'Go to the layer')}
    </li>
  );
}

/** Lists the secrets and warnings of a check, each with a link to its position. */
export function Findings({ verdict: { check, places }, wayTo }: FindingsProps) {
  return (
    <ul className="warnings" role="list">
      {(check.found ?? []).map((secret, index) => (
        <SecretRow key={`secret ${index}`} secret={secret} wayTo={wayTo} />
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
