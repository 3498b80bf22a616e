import type { DraftCheckAnswer } from '@bridge/contracts';
import type { ReactNode } from 'react';

/** A position in the HTML of a draft or in one of its layers (named HTML, CSS or notes); line and column count from 1. */
export interface DraftTextPosition {
  /** Id of the layer; null for the HTML. */
  readonly layerId: string | null;
  readonly line: number;
  readonly column: number;
}

const SIGNS = { error: '✗', warning: '!', info: 'i' } as const;

/** Properties of the component `Findings`, the list of secrets and warnings that the check of a draft found. */
interface FindingsProps {
  readonly verdict: DraftCheckAnswer;
  /** Renders a link or button with the text `words` that leads to a position in the draft. */
  readonly wayTo: (place: DraftTextPosition, words: string) => ReactNode;
}

/** A secret (such as an API key) that the check of a draft found, with its position. */
type FoundSecret = NonNullable<DraftCheckAnswer['check']['found']>[number];

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

/** Lists the secrets and warnings that the check of a draft found, with links to those that have a position in the draft. */
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
