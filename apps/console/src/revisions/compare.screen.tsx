import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { pageQuery, revisionQuery, unsavedHtmlQuery } from '../api/pages.ts';
import { DiffView } from '../code-view/diff-view.tsx';
import { splitExact } from '../text/exact-lines.ts';
import type { LineChange } from '../text/line-diff.ts';
import { diffTexts } from '../text/text-work.ts';
import { Heading } from '../ui/heading.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { PreviewFrame } from '../ui/preview-frame.tsx';
import type { ScrollPlace } from '../ui/preview-messages.ts';
import { useSearch } from '../ui/router.ts';
import type { ScreenProps } from '../ui/screen.ts';
import { Tabs } from '../ui/tabs.tsx';
import { titleOf } from '../ui/title-of.ts';
import './revisions.css';

/** Maximum number of changes in the list form; more changes are read in the code form. */
const LISTED_MAX = 200;

/** Two texts to compare, with their names. */
interface TextPair {
  readonly a: string;
  readonly b: string;
  readonly nameA: string;
  readonly nameB: string;
}

function describeChange({ aFrom, aTo, bFrom, bTo }: LineChange): string {
  const span = (from: number, to: number): string =>
    to - from === 1 ? `line ${from + 1}` : `lines ${from + 1} to ${to}`;
  if (aFrom === aTo) return `${span(bFrom, bTo)} added`;
  if (bFrom === bTo) return `${span(aFrom, aTo)} removed`;
  return `${span(aFrom, aTo)} became ${span(bFrom, bTo)}`;
}

/** Lists the differences of two texts as sentences, for screen readers. */
function ChangeList({ a, b }: Pick<TextPair, 'a' | 'b'>) {
  const [changes, setChanges] = useState<readonly LineChange[] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void diffTexts(a, b).then((found) => isCurrent && setChanges(found));
    return () => {
      isCurrent = false;
    };
  }, [a, b]);
  if (changes === null) return <p aria-busy="true">Comparing…</p>;
  if (changes.length === 0) return <p>The HTML is the same, byte for byte.</p>;
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

/** One side of a comparison: the number of a revision, or the owner's unsaved edits. */
type ComparedText = number | 'unsaved';

/** Properties of the components that compare two texts of a website. */
interface CompareProps {
  readonly pageId: number;
  readonly a: ComparedText;
  readonly b: ComparedText;
}

function nameOf(side: ComparedText): string {
  return side === 'unsaved' ? 'your unsaved edits' : `r${side}`;
}

/** React hook: reads one side of a comparison. */
function useHtml(pageId: number, side: ComparedText) {
  const unsaved = useQuery({ ...unsavedHtmlQuery(pageId), enabled: side === 'unsaved' });
  const revision = useQuery({
    ...revisionQuery(pageId, Number(side)),
    enabled: side !== 'unsaved',
  });
  return side === 'unsaved' ? unsaved : revision;
}

function Comparison({ pageId, a, b }: CompareProps) {
  const one = useHtml(pageId, a);
  const other = useHtml(pageId, b);
  return (
    <Loaded query={one}>
      {({ raw_html: textA }) => (
        <Loaded query={other}>
          {({ raw_html: textB }) => {
            const pair: TextPair = { a: textA, b: textB, nameA: nameOf(a), nameB: nameOf(b) };
            return (
              <Tabs
                label="Form of the comparison"
                tabs={[
                  { name: 'Side by side', content: () => <DiffView {...pair} form="side" /> },
                  { name: 'Inline', content: () => <DiffView {...pair} form="inline" /> },
                  { name: 'List', content: () => <ChangeList {...pair} /> },
                  { name: 'Rendered', content: () => <RenderedPair pageId={pageId} a={a} b={b} /> },
                ]}
              />
            );
          }}
        </Loaded>
      )}
    </Loaded>
  );
}

/** Shows two texts as rendered pages side by side; scrolling one scrolls the other. */
function RenderedPair({ pageId, a, b }: CompareProps) {
  const [scrolled, setScrolled] = useState<{
    readonly by: ComparedText;
    readonly to: ScrollPlace;
  } | null>(null);
  return (
    <div className="rendered-pair">
      {[a, b].map((side) => (
        <section key={side} aria-label={nameOf(side)}>
          <p className="pane-title">{nameOf(side)}</p>
          <PreviewFrame
            pageId={pageId}
            of={side}
            version={side}
            title={
              side === 'unsaved' ? 'Preview of your unsaved edits' : `Preview of revision ${side}`
            }
            onScroll={(to) => setScrolled({ by: side, to })}
            place={scrolled === null || scrolled.by === side ? null : scrolled.to}
          />
        </section>
      ))}
    </div>
  );
}

function comparedText(text: string | null, otherwise: number): ComparedText {
  return text === 'unsaved' ? text : Number(text ?? otherwise);
}

/** The screen that compares two revisions of a website, or one with the unsaved edits, as code and as rendered pages. */
export function CompareScreen({ params }: ScreenProps) {
  const pageId = Number(params['id']);
  const search = useSearch();
  const page = useQuery(pageQuery(pageId));
  const title = page.data === undefined ? `Website ${pageId}` : titleOf(page.data.website);
  return (
    <>
      <Heading title={`Compare revisions of ${title}`}>
        Compare revisions of <bdi>{title}</bdi>
      </Heading>
      <PageTabs pageId={pageId} />
      <Loaded query={page}>
        {({ website }) => (
          <Comparison
            pageId={pageId}
            a={comparedText(search.get('a'), website.published_revision ?? 1)}
            b={comparedText(search.get('b'), website.draft_revision)}
          />
        )}
      </Loaded>
    </>
  );
}
