import { isObject, type RawRecord } from '../sources/source.ts';

/** Maximum depth of nested objects and lists to which the members of a record are examined. */
const PATH_DEPTH_MAX = 5;
/** Maximum number of different member paths that are examined in a file. */
const PATHS_MAX = 500;
/** Maximum number of elements that are examined in each list. */
const ELEMENTS_MAX = 20;
/** Maximum number of values that are kept for each member path. */
const PATH_VALUES_MAX = 500;
const SAMPLE_CHARS_MAX = 300;

/** The values that the sampled records of a file have at one path. */
export interface PathValuesSample {
  /** Path as in a mapping file: a column name, or member names joined by dots. */
  readonly path: string;
  /** Number of sampled records with a value at this path. */
  filled: number;
  /** The values as texts, in the order of the records. Each element of a list is a value. */
  readonly values: string[];
  /** True when at least one record has several values at this path. */
  isList: boolean;
}

/** Returns all paths in these records with their values, in the order in which they first occur. */
export function pathsOf(records: readonly RawRecord[]): PathValuesSample[] {
  const samples = new Map<string, PathValuesSample>();
  for (const record of records) {
    const found = new Map<string, string[]>();
    walk(record, '', 0, found);
    for (const [path, values] of found) {
      let sample = samples.get(path);
      if (sample === undefined) {
        if (samples.size >= PATHS_MAX) continue;
        sample = { path, filled: 0, values: [], isList: false };
        samples.set(path, sample);
      }
      const own = values.filter((value) => value !== '');
      if (own.length === 0) continue;
      sample.filled += 1;
      sample.isList ||= own.length > 1;
      sample.values.push(...own.slice(0, Math.max(0, PATH_VALUES_MAX - sample.values.length)));
    }
  }
  return [...samples.values()];
}

/** Adds the texts and numbers in a value to `found`, by path. A list does not add a step to the path of its elements. */
function walk(value: unknown, path: string, depth: number, found: Map<string, string[]>): void {
  if (depth > PATH_DEPTH_MAX) return;
  if (Array.isArray(value)) {
    for (const one of value.slice(0, ELEMENTS_MAX)) walk(one, path, depth + 1, found);
    return;
  }
  if (isObject(value)) {
    for (const [name, inner] of Object.entries(value))
      walk(inner, path === '' ? name : `${path}.${name}`, depth + 1, found);
    return;
  }
  if (path === '') return;
  const text =
    typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  const values = found.get(path) ?? [];
  found.set(path, values);
  values.push(text.slice(0, SAMPLE_CHARS_MAX));
}
