import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery } from '../api/keys.ts';
import { worldsQuery } from '../api/worlds.ts';
import { Form } from '../ui/form.tsx';
import { go, useSearch } from '../ui/router.ts';

/** Groups of effects by which the service filters the activity list. */
const KINDS = ['publishing', 'websites', 'worlds', 'keys', 'messages', 'account'] as const;
const FILTERS = ['key_id', 'page_id', 'word', 'kind', 'surface', 'from', 'to'] as const;

/** The name of a filter of the activity list; it is also the filter's name in the address. */
type FilterName = (typeof FILTERS)[number];

/** Returns the filters in the screen's address as the query string of the service's route. */
export function filterOf(search: URLSearchParams): string {
  const filter = new URLSearchParams();
  for (const name of FILTERS) {
    const value = search.get(name);
    if (value !== null) filter.set(name, value);
  }
  return filter.toString();
}

/** Returns the value of a filter, and a function that writes a new value into the screen's address. */
function useFilter(name: FilterName): readonly [string, (value: string) => void] {
  const search = useSearch();
  const set = (value: string): void => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    go(`/activity${next.size === 0 ? '' : `?${next}`}`, { replace: true });
  };
  return [search.get(name) ?? '', set];
}

/** Properties of the component `FilterSelect`, which selects the value of one filter from a list. */
interface FilterSelectProps {
  readonly name: FilterName;
  readonly label: string;
  readonly options: readonly (readonly [value: string, name: string])[];
}

function FilterSelect({ name, label, options }: FilterSelectProps) {
  const [value, set] = useFilter(name);
  return (
    <label className="filter">
      {label}
      <select value={value} onChange={({ target }) => set(target.value)}>
        <option value="">all</option>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/**
 * Field for the id of the website whose effects are listed. The value is applied when the field loses the focus or on Enter.
 */
function WebsiteFilter() {
  const [value, set] = useFilter('page_id');
  const [typed, setTyped] = useState(value);
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

/** Returns the local day of an instant as `YYYY-MM-DD`, the format of a date field. */
function dayOf(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Field for the first or last day of the listed effects, in the time zone of the browser. */
function DayFilter({
  name,
  label,
  time,
}: {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly time: string;
}) {
  const [value, set] = useFilter(name);
  return (
    <label className="filter">
      {label}
      <input
        type="date"
        value={dayOf(value)}
        onChange={({ target }) =>
          set(target.value === '' ? '' : new Date(`${target.value}T${time}`).toISOString())
        }
      />
    </label>
  );
}

/** Shows the fields that filter the activity list; the screen's address stores their values. */
export function Filters() {
  const { data: keys = [] } = useQuery(keysQuery);
  const { data: worlds = [] } = useQuery(worldsQuery);
  return (
    <div className="row filters">
      <FilterSelect name="key_id" label="Key" options={keys.map((key) => [key.key_id, key.name])} />
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
  );
}
