import { useEffect, useState } from 'react';
import { splitExact } from '../text/exact-lines.ts';
import type { LineChange } from '../text/line-diff.ts';
import { diffTexts } from '../text/text-work.ts';
import type { LayerChangeDescription } from './layer-changes.ts';

/** Maximum number of changes that the list shows; the other views of the comparison show all. */
const LISTED_MAX = 200;

function describeChange({ aFrom, aTo, bFrom, bTo }: LineChange): string {
  const span = (from: number, to: number): string =>
    to - from === 1 ? `line ${from + 1}` : `lines ${from + 1} to ${to}`;
  if (aFrom === aTo) return `${span(bFrom, bTo)} added`;
  if (bFrom === bTo) return `${span(aFrom, aTo)} removed`;
  return `${span(aFrom, aTo)} became ${span(bFrom, bTo)}`;
}

/** Lists the differences of two texts, each with a sentence about its lines. Screen readers can read this list. */
export function ChangeList({ a, b }: { readonly a: string; readonly b: string }) {
  const [changes, setChanges] = useState<readonly LineChange[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void diffTexts(a, b).then((found) => isCurrent && setChanges(found));
    return () => {
      isCurrent = false;
    };
  }, [a, b]);
  if (changes === null) return <p aria-busy="true">Comparing…</p>;
  if (changes.length === 0) return <p>The text is the same, byte for byte.</p>;
  const linesA = splitExact(a);
  const linesB = splitExact(b);
  return (
    <ol className="changes">
      {changes.slice(0, LISTED_MAX).map((change, index) => (
        <li key={index}>
          Change {index + 1} of {changes.length}: {describeChange(change)}
          <pre tabIndex={0} aria-label={`Change ${index + 1}`}>
            {linesA.slice(change.aFrom, change.aTo).map((line) => `− ${line}\n`)}
            {linesB.slice(change.bFrom, change.bTo).map((line) => `+ ${line}\n`)}
          </pre>
        </li>
      ))}
    </ol>
  );
}

/**
 * Lists the layers (named HTML, CSS or notes of a draft) that differ between two revisions, each with the differences of its
 * content.
 */
export function ComparedLayers({
  changes,
}: {
  readonly changes: readonly LayerChangeDescription[];
}) {
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="compared-layers">
      <h2 id="compared-layers">Layers</h2>
      <ul className="rows" role="list">
        {changes.map(({ layerId, sentence, contents }) => (
          <li key={layerId}>
            <bdi>{sentence}</bdi>
            {contents !== null && (
              <details>
                <summary>Changes of the content</summary>
                <ChangeList {...contents} />
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
