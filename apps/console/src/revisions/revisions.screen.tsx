import type { ConsoleRevision } from '@bridge/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageQuery, revisionsQuery } from '../api/pages.ts';
import { Button } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { WebsiteScreenTabs } from '../ui/page-tabs.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';
import type { ScreenProps } from '../ui/screen.ts';
import { Time } from '../ui/time.tsx';
import { titleOf } from '../ui/title-of.ts';
import { groupByDay } from './describe-revision.ts';
import { foldBursts, type ConsecutiveAgentRevisions } from './fold-bursts.ts';
import {
  RevisionRow,
  type ComparedRevisionNumbers,
  type RevisionRowProps,
} from './revision-row.tsx';
import { useRestore } from './use-restore.ts';
import './revisions.css';

/** Properties of the component `ConsecutiveRevisionRows`, which shows one burst (several revisions by one agent within a short time). */
type ConsecutiveRevisionRowsProps = Omit<RevisionRowProps, 'revision' | 'before'> & {
  readonly all: readonly ConsoleRevision[];
  readonly burst: ConsecutiveAgentRevisions;
};

/**
 * Shows the revisions of a burst (several by one agent within a short time). Three or more are one row that the owner can open.
 */
function ConsecutiveRevisionRows({
  burst: { revisions },
  all,
  ...row
}: ConsecutiveRevisionRowsProps) {
  const rows = revisions.map((revision) => (
    <RevisionRow
      key={revision.revision}
      revision={revision}
      before={all.find((one) => one.revision === revision.revision - 1)}
      {...row}
    />
  ));
  const [newest] = revisions;
  const first = revisions.at(-1);
  if (newest === undefined || first === undefined || newest === first) return rows;
  return (
    <li>
      <details className="burst">
        <summary>
          <span className="who agent">
            <bdi>{newest.key_name ?? newest.actor}</bdi>
          </span>{' '}
          made {revisions.length} revisions, r{first.revision} to r{newest.revision},{' '}
          <Time iso={newest.at} />
        </summary>
        <ul className="revisions" role="list">
          {rows}
        </ul>
      </details>
    </li>
  );
}

/** Properties of the component `RevisionDays`, which lists revisions by day. */
interface RevisionDaysProps extends Omit<RevisionRowProps, 'revision' | 'before'> {
  readonly all: readonly ConsoleRevision[];
}

function RevisionDays({ all, ...row }: RevisionDaysProps) {
  return groupByDay(all).map(({ day, revisions }) => (
    <section key={day} aria-label={day}>
      <h2>{day}</h2>
      <ul className="revisions" role="list">
        {foldBursts(revisions, row.draft).map((burst) => (
          <ConsecutiveRevisionRows
            key={burst.revisions[0]?.revision}
            burst={burst}
            all={all}
            {...row}
          />
        ))}
      </ul>
    </section>
  ));
}

function RevisionLists({
  pageId,
  draft,
  live,
}: {
  readonly pageId: number;
  readonly draft: number;
  readonly live: number | null;
}) {
  const list = useInfiniteQuery(revisionsQuery(pageId));
  const [picked, setPicked] = useState<Partial<ComparedRevisionNumbers>>({});
  const restore = useRestore(pageId, draft);
  const pair = { a: picked.a ?? live ?? Math.max(draft - 1, 1), b: picked.b ?? draft };
  const onPick = (side: 'a' | 'b', n: number): void => setPicked({ ...picked, [side]: n });
  const marks = { draft, live, pair, onPick };
  return (
    <>
      <Problem
        refusal={restore.refusal}
        onAgain={restore.again}
        onReload={() => void restore.refresh()}
      />
      <div className="row between">
        <p className="hint">
          The first column of buttons chooses from, the second to.{' '}
          <Link to={`/activity?page_id=${pageId}`}>Activity of this website</Link>
        </p>
        <Button
          disabled={pair.a === pair.b}
          onClick={() => go(`/pages/${pageId}/compare?a=${pair.a}&b=${pair.b}`)}
        >
          Compare r{pair.a} with r{pair.b}
        </Button>
      </div>
      <QueryResultView query={list}>
        {({ pages }) => {
          const all = pages.flatMap(({ revisions }) => revisions);
          return <RevisionDays all={all} {...marks} onRestore={(n) => void restore.run(n)} />;
        }}
      </QueryResultView>
      <More list={list} text="Older revisions" />
    </>
  );
}

/** The screen of a website's revisions: lists them by day, compares two, and restores one. */
export function RevisionsScreen({ params }: ScreenProps) {
  const pageId = Number(params['id']);
  const page = useQuery(pageQuery(pageId));
  const title = page.data === undefined ? `Website ${pageId}` : titleOf(page.data.website);
  return (
    <>
      <Heading title={`Revisions of ${title}`}>
        Revisions of <bdi>{title}</bdi>
      </Heading>
      <WebsiteScreenTabs pageId={pageId} />
      <QueryResultView query={page}>
        {({ website, unsaved }) => (
          <>
            {unsaved.edits !== null && (
              <p className="banner">
                Unsaved edits of <Time iso={unsaved.edits.at} /> on r{unsaved.edits.base_revision}.{' '}
                <Link to={`/pages/${pageId}`}>Continue editing</Link>{' '}
                <Link to={`/pages/${pageId}/compare?a=${unsaved.edits.base_revision}&b=unsaved`}>
                  Compare
                </Link>
              </p>
            )}
            <RevisionLists
              pageId={pageId}
              draft={website.draft_revision}
              live={website.published_revision}
            />
          </>
        )}
      </QueryResultView>
    </>
  );
}
