import type { ActivityAnswer } from '@bridge/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { activityQuery } from '../api/home.ts';
import { foldEffects } from '../ui/fold-effects.ts';
import { FoldedRow } from '../ui/folded-row.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { LiveNote } from '../ui/live-note.tsx';
import { QueryResultView } from '../ui/loaded.tsx';
import { More } from '../ui/more.tsx';
import { useSearch } from '../ui/router.ts';
import { ChainState } from './chain-state.tsx';
import { filterOf, Filters } from './filters.tsx';
import { NewActivityNotice } from './new-rows.tsx';
import { Refusals } from './refusals.tsx';
import './activity.css';

/** Effects (committed changes) of the account, newest first, as the service lists them. */
type ActivityEvents = ActivityAnswer['events'];

function byDay(events: ActivityEvents): readonly (readonly [string, ActivityEvents])[] {
  return [
    ...Map.groupBy(events, ({ at }) =>
      new Date(at).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long' }),
    ),
  ];
}

/**
 * Lists effects (committed changes) by day. Effects of one author on one website within 10 minutes are one row, with a button
 * that shows each effect.
 */
function Days({
  events,
  isFiltered,
}: {
  readonly events: ActivityEvents;
  readonly isFiltered: boolean;
}) {
  if (events.length === 0)
    return isFiltered ? (
      <p className="empty">
        No effect fits these filters. <Link to="/activity">Show all activity</Link>.
      </p>
    ) : (
      <p className="empty">
        Nothing has happened yet. What you and your agents change is listed here:{' '}
        <Link to="/keys/new">make a key</Link> and give it to an agent.
      </p>
    );
  return byDay(events).map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h2>{day}</h2>
      <ul className="rows" role="list">
        {foldEffects(ofDay).map((folded) => (
          <FoldedRow key={folded.events.at(-1)?.id} folded={folded} />
        ))}
      </ul>
    </section>
  ));
}

function EffectList({ filter }: { readonly filter: string }) {
  const list = useInfiniteQuery(activityQuery(filter));
  const rows = useRef<HTMLDivElement>(null);
  const showNew = async (): Promise<void> => {
    await list.refetch();
    // The click removes the button, which had the focus. So the focus moves to the list, which now contains the new rows.
    rows.current?.focus();
  };
  return (
    <QueryResultView query={list}>
      {({ pages }) => {
        const events = pages.flatMap((page) => page.events);
        return (
          <>
            <NewActivityNotice
              filter={filter}
              newest={events[0]?.id ?? 0}
              busy={list.isRefetching}
              onShow={() => void showNew()}
            />
            <div ref={rows} tabIndex={-1} className="days">
              <Days events={events} isFiltered={filter !== ''} />
            </div>
            <More list={list} text="Earlier" />
            {pages[0] !== undefined && <ChainState chain={pages[0].chain} />}
          </>
        );
      }}
    </QueryResultView>
  );
}

/**
 * The screen of the account's activity: its effects (committed changes), its refused calls, and whether the journal (the log of
 * all effects) is intact.
 */
export function ActivityScreen() {
  const search = useSearch();
  const filter = filterOf(search);
  return (
    <>
      <Heading title="Activity" />
      <p className="hint">
        <LiveNote />
      </p>
      <Filters />
      <EffectList key={filter} filter={filter} />
      <Refusals keyId={search.get('key_id')} />
    </>
  );
}
