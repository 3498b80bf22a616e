import type { ConsoleRevision } from '@bridge/contracts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';
import { describeRevision, sizeChange } from './describe-revision.ts';

/** The numbers of the two revisions that the owner has selected to compare them. */
export interface ComparedRevisionNumbers {
  readonly a: number;
  readonly b: number;
}

/** Properties of the component `RevisionRow`: a revision, the revision before it, and values that are the same for all rows. */
export interface RevisionRowProps {
  readonly revision: ConsoleRevision;
  readonly before: ConsoleRevision | undefined;
  readonly draft: number;
  readonly live: number | null;
  readonly pair: ComparedRevisionNumbers;
  readonly onPick: (side: 'a' | 'b', revision: number) => void;
  readonly onRestore: (revision: number) => void;
}

function Marks({ revision, live }: Pick<RevisionRowProps, 'revision' | 'live'>) {
  return (
    <>
      {revision.revision === live && <Badge kind="live" />}
      {revision.published && revision.revision !== live && <Badge kind="was live" />}
      {!revision.body_kept && <Badge kind="text no longer kept" />}
    </>
  );
}

/**
 * Shows one revision with its author and its change, radio buttons that select it for a comparison, and a button that restores
 * it.
 */
export function RevisionRow({
  revision,
  before,
  draft,
  live,
  pair,
  onPick,
  onRestore,
}: RevisionRowProps) {
  const n = revision.revision;
  return (
    <li className="revision">
      {(['a', 'b'] as const).map((side) => (
        <input
          key={side}
          type="radio"
          name={`side-${side}`}
          aria-label={`Compare ${side === 'a' ? 'from' : 'to'} revision ${n}`}
          checked={pair[side] === n}
          disabled={!revision.body_kept}
          onChange={() => onPick(side, n)}
        />
      ))}
      <span className="numbers">r{n}</span>
      <span className="what">
        <span className={revision.actor === 'owner' ? 'who' : 'who agent'}>
          <bdi>{revision.actor === 'owner' ? 'you' : (revision.key_name ?? revision.actor)}</bdi>
        </span>{' '}
        {describeRevision(revision)} <span className="hint">{sizeChange(revision, before)}</span>{' '}
        <Marks revision={revision} live={live} />
      </span>
      <Time iso={revision.at} />
      {n !== draft && revision.body_kept && (
        <Button onClick={() => onRestore(n)}>
          Restore<span className="sr"> revision {n}</span>
        </Button>
      )}
    </li>
  );
}
