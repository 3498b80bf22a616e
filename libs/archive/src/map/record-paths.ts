import { isObject, type RawRecord } from '../sources/source.ts';

/** Nested levels in which facts are looked for. */
const PATH_DEPTH_MAX = 5;
/** Paths of a file, at most. */
const PATHS_MAX = 500;
/** Elements of a list that are looked at. */
const ELEMENTS_MAX = 20;
/** Values that are kept of a path. */
const PATH_VALUES_MAX = 500;
const SAMPLE_CHARS_MAX = 300;

/** The values of one path over the records of a sample. */
export interface PathSample {
  /** As a mapping file writes it: the column's name, or names with dots between them. */
  readonly path: string;
  /** Records with a value. */
  filled: number;
  /** Values as texts, in the order of the records; those of a list one by one. */
  readonly values: string[];
  /** Whether a record has several values. */
  isList: boolean;
}

/** The paths of a sample's records with their values, in the order in which the records name them. */
export function pathsOf(records: readonly RawRecord[]): PathSample[] {
  const samples = new Map<string, PathSample>();
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

/** Adds the scalar values under a value to their paths. A path goes through lists, as in a mapping. */
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
