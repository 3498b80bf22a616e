import type { ActivityAnswer } from '@bridge/contracts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { activityQuery } from '../api/home.ts';
import { keysQuery } from '../api/keys.ts';
import { onLiveEvent } from '../api/live.ts';
import { worldsQuery } from '../api/worlds.ts';
import { Button } from '../ui/button.tsx';
import { Effect } from '../ui/effect.tsx';
import { Heading } from '../ui/heading.tsx';
import { LiveNote } from '../ui/live-note.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { go, useSearch } from '../ui/router.ts';
import { ChainState, Refusals } from './journal-blocks.tsx';
import './activity.css';

/** Groups of effects, as the service filters by them. */
const KINDS = ['publishing', 'websites', 'worlds', 'keys', 'messages', 'account'] as const;
const FILTERS = ['key_id', 'page_id', 'word', 'kind', 'surface', 'from', 'to'] as const;

interface FilterSelectProps {
  readonly name: (typeof FILTERS)[number];
  readonly label: string;
  readonly options: readonly (readonly [value: string, name: string])[];
}

/** A filter that is kept in the address. */
function FilterSelect({ name, label, options }: FilterSelectProps) {
  const search = useSearch();
  return (
    <label className="filter">
      {label}
      <select
        value={search.get(name) ?? ''}
        onChange={({ target }) => {
          const next = new URLSearchParams(search);
          if (target.value === '') next.delete(name);
          else next.set(name, target.value);
          go(`/activity${next.size === 0 ? '' : `?${next}`}`, { replace: true });
        }}
      >
        <option value="">all</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

function Filters() {
  const { data: keys = [] } = useQuery(keysQuery);
  const { data: worlds = [] } = useQuery(worldsQuery);
  return (
    <div className="row filters">
      <FilterSelect name="key_id" label="Key" options={keys.map((key) => [key.key_id, key.name])} />
      <FilterSelect name="word" label="World" options={worlds.map(({ word }) => [word, word])} />
      <FilterSelect name="kind" label="Kind" options={KINDS.map((kind) => [kind, kind])} />
      <FilterSelect
        name="surface"
        label="Way"
        options={['act', 'mcp', 'console'].map((surface) => [surface, surface])}
      />
    </div>
  );
}

function filterOf(search: URLSearchParams): string {
  const filter = new URLSearchParams();
  for (const name of FILTERS) {
    const value = search.get(name);
    if (value !== null) filter.set(name, value);
  }
  return filter.toString();
}

type Events = ActivityAnswer['events'];

function byDay(events: Events): readonly (readonly [string, Events])[] {
  return [
    ...Map.groupBy(events, ({ at }) =>
      new Date(at).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long' }),
    ),
  ];
}

/** Counts the effects that arrived since the list was read; a button shows them. */
function NewRows({ filter }: { readonly filter: string }) {
  const cache = useQueryClient();
  const [count, setCount] = useState(0);
  useEffect(() => onLiveEvent('journal', () => setCount((now) => now + 1)), []);
  if (count === 0) return <p role="status" />;
  return (
    <p role="status">
      <Button
        onClick={() => {
          setCount(0);
          void cache.invalidateQueries({ queryKey: ['activity', filter] });
        }}
      >
        {count} new
      </Button>
    </p>
  );
}

/** The screen of what happened in the account, what was refused, and whether the journal is whole. */
export function ActivityScreen() {
  const filter = filterOf(useSearch());
  const list = useInfiniteQuery(activityQuery(filter));
  return (
    <>
      <Heading title="Activity" />
      <p className="hint">
        <LiveNote />
      </p>
      <Filters />
      <NewRows key={filter} filter={filter} />
      <Loaded query={list}>
        {({ pages }) => (
          <>
            {byDay(pages.flatMap(({ events }) => events)).map(([day, events]) => (
              <section key={day} aria-label={day}>
                <h2>{day}</h2>
                <ul className="rows" role="list">
                  {events.map((event) => (
                    <li key={event.id}>
                      <Effect event={event} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {pages[0]?.events.length === 0 && <p>Nothing that these filters let through.</p>}
            {list.hasNextPage && (
              <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Earlier
              </Button>
            )}
            <h2>Refused calls</h2>
            <Refusals />
            {pages[0] !== undefined && <ChainState chain={pages[0].chain} />}
          </>
        )}
      </Loaded>
    </>
  );
}
