import { currentPath, go, useSearch } from './router.ts';

/** React hook: the value of a name in the address's query, and a function that replaces it there. An empty value removes it. */
export function useSearchValue(name: string): readonly [string, (value: string) => void] {
  const search = useSearch();
  const set = (value: string): void => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    go(`${currentPath()}${next.size === 0 ? '' : `?${next}`}`, { replace: true });
  };
  return [search.get(name) ?? '', set];
}

/** Properties of the component `FilterSelect`. `name` is the filter's name in the address's query. */
interface FilterSelectProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, name: string])[];
}

/** A list in which the owner selects the value of one filter. The value is stored in the address's query. */
export function FilterSelect({ name, label, options }: FilterSelectProps) {
  const [value, set] = useSearchValue(name);
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
