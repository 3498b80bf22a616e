import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery } from '../api/keys.ts';
import { worldsQuery } from '../api/worlds.ts';
import { FilterSelect, useSearchValue } from '../ui/filter-select.tsx';
import { Form } from '../ui/form.tsx';
import { WebsiteLink } from '../ui/website-link.tsx';

/** Values of the filter “Kind” of the activity list: the groups into which the service sorts effects (committed changes). */
const KINDS = ['publishing', 'websites', 'worlds', 'keys', 'messages', 'account'] as const;
const FILTERS = ['key_id', 'page_id', 'word', 'kind', 'surface', 'from', 'to'] as const;

/** Returns the filters in the query of the screen's address as a query string that the service's activity route accepts. */
export function filterOf(search: URLSearchParams): string {
  const filter = new URLSearchParams();
  for (const name of FILTERS) {
    const value = search.get(name);
    if (value !== null) filter.set(name, value);
  }
  return filter.toString();
}

/**
 * Field for the id of a website; the list then shows only effects (committed changes) on this website. The id is applied on
 * Enter or when the field loses the focus.
 */
function WebsiteFilter() {
  const [value, set] = useSearchValue('page_id');
  const [typed, setTyped] = useState(value);
  const [followed, setFollowed] = useState(value);
  if (followed !== value) {
    setFollowed(value);
    setTyped(value);
  }
  return (
    <Form onSubmit={() => set(typed)}>
      <label className="filter">
        Website
        <input
          inputMode="numeric"
          pattern="[1-9][0-9]*"
          maxLength={15}
          placeholder="id"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={({ target }) => target.validity.valid && set(typed)}
        />
      </label>
    </Form>
  );
}

/**
 * Returns the day of an ISO time in the browser's time zone as `YYYY-MM-DD`, the value of a date field; empty for an invalid
 * time.
 */
function dayOf(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const padded = (part: number, digits: number): string => String(part).padStart(digits, '0');
  // While a year is typed it has less than four digits. Without the zeros the browser would empty the field.
  return `${padded(at.getFullYear(), 4)}-${padded(at.getMonth() + 1, 2)}-${padded(at.getDate(), 2)}`;
}

/**
 * Field for the first (`from`) or the last day (`to`) of which the list shows effects (committed changes), in the browser's
 * time zone.
 */
function DayFilter({
  name,
  label,
  time,
}: {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly time: string;
}) {
  const [value, set] = useSearchValue(name);
  const choose = (day: string): void => {
    if (day === '') return set('');
    const at = new Date(`${day}T${time}`);
    // A date field also takes years of five and six digits, which have no such time.
    if (!Number.isNaN(at.getTime())) set(at.toISOString());
  };
  return (
    <label className="filter">
      {label}
      <input type="date" value={dayOf(value)} onChange={({ target }) => choose(target.value)} />
    </label>
  );
}

/** Shows the fields that filter the activity list; the screen's address stores their values. */
export function Filters() {
  const { data: keys = [] } = useQuery(keysQuery);
  const { data: worlds = [] } = useQuery(worldsQuery);
  const [website] = useSearchValue('page_id');
  return (
    <>
      <div className="row filters">
        <FilterSelect
          name="key_id"
          label="Key"
          options={keys.map((key) => [key.key_id, key.name])}
        />
        <WebsiteFilter />
        <FilterSelect name="word" label="World" options={worlds.map(({ word }) => [word, word])} />
        <FilterSelect name="kind" label="Kind" options={KINDS.map((kind) => [kind, kind])} />
        <FilterSelect
          name="surface"
          label="Way"
          options={['act', 'mcp', 'console'].map((surface) => [surface, surface])}
        />
        <DayFilter name="from" label="From" time="00:00:00" />
        <DayFilter name="to" label="To" time="23:59:59.999" />
      </div>
      {/^[1-9][0-9]{0,14}$/.test(website) && (
        <p>
          Only effects on <WebsiteLink pageId={Number(website)} to={`/pages/${website}`} />
        </p>
      )}
    </>
  );
}
