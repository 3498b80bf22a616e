import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageQuery, revisionQuery, unsavedTextsQuery } from '../api/pages.ts';
import { DiffView } from '../code-view/diff-view.tsx';
import { Heading } from '../ui/heading.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { WebsiteScreenTabs } from '../ui/page-tabs.tsx';
import { PreviewFrame } from '../ui/preview-frame.tsx';
import type { PageScrollPosition } from '../ui/preview-messages.ts';
import { useSearch } from '../ui/router.ts';
import type { ScreenProps } from '../ui/screen.ts';
import { Tabs } from '../ui/tabs.tsx';
import { titleOf } from '../ui/title-of.ts';
import { ChangeList, ComparedLayers } from './change-list.tsx';
import { layerChanges } from './layer-changes.ts';
import { NearestStoredRevision } from './nearest-kept.tsx';
import './revisions.css';

/** The HTML of the two sides of a comparison, with the name of each side. */
interface ComparedHtmlWithNames {
  readonly a: string;
  readonly b: string;
  readonly nameA: string;
  readonly nameB: string;
}

/** One side of a comparison: the number of a revision, or the owner's unsaved edits. */
type ComparedRevisionOrEdits = number | 'unsaved';

/** Properties of the components that compare two texts of a website. */
interface VersionComparisonProps {
  readonly pageId: number;
  readonly a: ComparedRevisionOrEdits;
  readonly b: ComparedRevisionOrEdits;
}

function nameOf(side: ComparedRevisionOrEdits): string {
  return side === 'unsaved' ? 'your unsaved edits' : `r${side}`;
}

/** React hook: reads the texts of one side of a comparison: of a revision or of the unsaved edits. */
function useTexts(pageId: number, side: ComparedRevisionOrEdits) {
  const unsaved = useQuery({ ...unsavedTextsQuery(pageId), enabled: side === 'unsaved' });
  const revision = useQuery({
    ...revisionQuery(pageId, Number(side)),
    enabled: side !== 'unsaved',
  });
  return side === 'unsaved' ? unsaved : revision;
}

function Comparison({ pageId, a, b }: VersionComparisonProps) {
  const one = useTexts(pageId, a);
  const other = useTexts(pageId, b);
  const address = (from: ComparedRevisionOrEdits, to: ComparedRevisionOrEdits): string =>
    `/pages/${pageId}/compare?a=${from}&b=${to}`;
  if (one.error?.code === 'gone')
    return (
      <NearestStoredRevision
        pageId={pageId}
        revision={Number(a)}
        addressOf={(n) => address(n, b)}
      />
    );
  if (other.error?.code === 'gone')
    return (
      <NearestStoredRevision
        pageId={pageId}
        revision={Number(b)}
        addressOf={(n) => address(a, n)}
      />
    );
  return (
    <QueryResultView query={one}>
      {({ raw_html: textA, layers: layersA }) => (
        <QueryResultView query={other}>
          {({ raw_html: textB, layers: layersB }) => {
            const pair: ComparedHtmlWithNames = {
              a: textA,
              b: textB,
              nameA: nameOf(a),
              nameB: nameOf(b),
            };
            return (
              <>
                <Tabs
                  label="Form of the comparison"
                  tabs={[
                    { name: 'Side by side', content: () => <DiffView {...pair} form="side" /> },
                    { name: 'Inline', content: () => <DiffView {...pair} form="inline" /> },
                    { name: 'List', content: () => <ChangeList {...pair} /> },
                    {
                      name: 'Rendered',
                      content: () => <RenderedPair pageId={pageId} a={a} b={b} />,
                    },
                  ]}
                />
                <ComparedLayers changes={layerChanges(layersA, layersB)} />
              </>
            );
          }}
        </QueryResultView>
      )}
    </QueryResultView>
  );
}

/**
 * Shows both sides of a comparison (revisions or unsaved edits) as rendered pages next to each other. When the owner scrolls
 * one page, the other one is scrolled too.
 */
function RenderedPair({ pageId, a, b }: VersionComparisonProps) {
  const [scrolled, setScrolled] = useState<{
    readonly by: ComparedRevisionOrEdits;
    readonly to: PageScrollPosition;
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

function comparedText(text: string | null, otherwise: number): ComparedRevisionOrEdits {
  return text === 'unsaved' ? text : Number(text ?? otherwise);
}

/** The screen that compares two revisions of a website, or a revision with the unsaved edits, as code and as rendered pages. */
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
      <WebsiteScreenTabs pageId={pageId} />
      <QueryResultView query={page}>
        {({ website }) => (
          <Comparison
            pageId={pageId}
            a={comparedText(search.get('a'), website.published_revision ?? 1)}
            b={comparedText(search.get('b'), website.draft_revision)}
          />
        )}
      </QueryResultView>
    </>
  );
}
