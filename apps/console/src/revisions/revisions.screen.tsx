import type { ConsoleRevision } from '@bridge/contracts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useChange } from '../api/mutations.ts';
import { pageQuery, restoreRevision, revisionsQuery } from '../api/pages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageTabs } from '../ui/page-tabs.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';
import type { ScreenProps } from '../ui/screen.ts';
import { Time } from '../ui/time.tsx';
import { titleOf } from '../ui/title-of.ts';
import { showToast } from '../ui/toast.tsx';
import { describeRevision, groupByDay, sizeChange } from './describe-revision.ts';
import './revisions.css';

/** The two revisions that are to be compared, by their radio buttons. */
interface PickedPair {
  readonly a: number;
  readonly b: number;
}

interface RevisionRowProps {
  readonly revision: ConsoleRevision;
  readonly before: ConsoleRevision | undefined;
  readonly draft: number;
  readonly live: number | null;
  readonly pair: PickedPair;
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

function RevisionRow({ revision, before, draft, live, pair, onPick, onRestore }: RevisionRowProps) {
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

/** Restores a revision, with an undo that restores the one before. */
function useRestore(pageId: number, draft: number) {
  const cache = useQueryClient();
  const restore = useChange(
    useCallback(
      (input: { readonly revision: number; readonly expected: number }, key: string) =>
        restoreRevision(pageId, input.revision, input.expected, key),
      [pageId],
    ),
  );
  const refresh = (): Promise<unknown> =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['revisions', pageId] }),
      cache.invalidateQueries({ queryKey: ['page', pageId] }),
    ]);
  const run = async (revision: number): Promise<void> => {
    const done = await restore.run({ revision, expected: draft });
    await refresh();
    if (done === null) return;
    const now = done.website.draft_revision;
    showToast(`r${revision} is restored as r${now}`, async () => {
      await restore.run({ revision: draft, expected: now });
      await refresh();
    });
  };
  return { run, refresh, refusal: restore.refusal, again: restore.again };
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
  const [picked, setPicked] = useState<Partial<PickedPair>>({});
  const restore = useRestore(pageId, draft);
  const pair = { a: picked.a ?? live ?? Math.max(draft - 1, 1), b: picked.b ?? draft };
  return (
    <>
      <Problem
        refusal={restore.refusal}
        onAgain={restore.again}
        onReload={() => void restore.refresh()}
      />
      <div className="row between">
        <p className="hint">The first column of buttons chooses from, the second to.</p>
        <Button
          disabled={pair.a === pair.b}
          onClick={() => go(`/pages/${pageId}/compare?a=${pair.a}&b=${pair.b}`)}
        >
          Compare r{pair.a} with r{pair.b}
        </Button>
      </div>
      <Loaded query={list}>
        {({ pages }) => {
          const all = pages.flatMap(({ revisions }) => revisions);
          return groupByDay(all).map(({ day, revisions }) => (
            <section key={day} aria-label={day}>
              <h2>{day}</h2>
              <ul className="revisions" role="list">
                {revisions.map((revision) => (
                  <RevisionRow
                    key={revision.revision}
                    revision={revision}
                    before={all.find((one) => one.revision === revision.revision - 1)}
                    draft={draft}
                    live={live}
                    pair={pair}
                    onPick={(side, n) => setPicked({ ...picked, [side]: n })}
                    onRestore={(n) => void restore.run(n)}
                  />
                ))}
              </ul>
            </section>
          ));
        }}
      </Loaded>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Older revisions
        </Button>
      )}
    </>
  );
}

/** The screen of the revisions of a website: by day, compared and restored. */
export function RevisionsScreen({ params }: ScreenProps) {
  const pageId = Number(params['id']);
  const page = useQuery(pageQuery(pageId));
  const title = page.data === undefined ? `Website ${pageId}` : titleOf(page.data.website);
  return (
    <>
      <Heading title={`Revisions of ${title}`}>
        Revisions of <bdi>{title}</bdi>
      </Heading>
      <PageTabs pageId={pageId} />
      <Loaded query={page}>
        {({ website, unsaved }) => (
          <>
            {unsaved.edits !== null && (
              <p className="banner">
                Unsaved edits of <Time iso={unsaved.edits.at} /> on r{unsaved.edits.base_revision}.{' '}
                <Link to={`/pages/${pageId}`}>Continue editing</Link>
              </p>
            )}
            <RevisionLists
              pageId={pageId}
              draft={website.draft_revision}
              live={website.published_revision}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
