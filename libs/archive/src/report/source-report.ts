import { fold } from '@bridge/search';
import { hash } from 'node:crypto';
import type { ImportedFile } from '../import/target.ts';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { rightsOf } from '../record/rights.ts';
import { PROBLEMS } from './record-problems.ts';
import { REPORTED_FIELDS } from './report-fields.ts';

/** Maximum number of problems that the report lists for a source; the most frequent ones are listed. */
export const PROBLEMS_MAX = 20;
/** Maximum number of different rights and of languages that the report lists for a source; the others are counted together. */
const REPORTED_VALUES_MAX = 12;
const EXAMPLES_MAX = 3;
const EXAMPLE_CHARS_MAX = 80;

/** A value, such as a language, and the number of records that have it. */
export interface ValueCount {
  readonly name: string;
  readonly count: number;
}

/** A problem in the data of a source: its name, the number of records with it, a hint and example records. */
export interface SourceDataProblem extends ValueCount {
  readonly hint: string;
  readonly examples: readonly { readonly id: string; readonly text: string }[];
}

/** The report on one source: its records, their fields, rights, languages, duplicates and data problems. */
export interface SourceReport {
  readonly source: string;
  readonly records: number;
  /** For each field, the number of records that have a value in it. */
  readonly fields: readonly ValueCount[];
  readonly rights: readonly ValueCount[];
  readonly languages: readonly ValueCount[];
  /** Number of records with the same title, makers, date and medium as an earlier one. */
  readonly duplicates: number;
  /** The works that most records repeat, with the id of the first record. */
  readonly repeated: readonly {
    readonly id: string;
    readonly title: string;
    readonly count: number;
  }[];
  /** Problems in the data of the records, the most frequent first. */
  readonly problems: readonly SourceDataProblem[];
}

/** The number of records with one problem, and examples of these records. */
interface ProblemCountWithExamples {
  count: number;
  readonly examples: { readonly id: string; readonly text: string }[];
}

/** Builds the report on one source: counts its records one by one. */
export class SourceReportBuilder {
  readonly #source: string;
  #records = 0;
  readonly #fields = REPORTED_FIELDS.map(() => 0);
  readonly #rights = new Map<string, number>();
  readonly #languages = new Map<string, number>();
  readonly #problems = new Map<string, ProblemCountWithExamples>();
  /** Number of records with equal facts, by the hash of samenessOf; id and title are those of the first such record. */
  readonly #same = new Map<
    string,
    { readonly id: string; readonly title: string; count: number }
  >();
  readonly #accessions = new Map<string, number>();
  readonly #pages = new Map<string, number>();

  constructor(source: string) {
    this.#source = source;
  }

  add(record: ArchiveRecord): void {
    this.#records += 1;
    for (const [at, [, has]] of REPORTED_FIELDS.entries())
      if (has(record)) this.#fields[at] = (this.#fields[at] ?? 0) + 1;
    increase(this.#rights, rightsOf(record.mediaRights).label);
    const { language, languageGuessed } = record;
    increase(
      this.#languages,
      language === undefined
        ? 'unknown'
        : `${language[0] ?? ''}${languageGuessed === true ? ' (guessed)' : ''}`,
    );
    for (const { problem, check } of PROBLEMS) {
      const text = check(record);
      if (text !== null) this.#problem(problem, record.id, text);
    }
    this.#compare(record);
  }

  #problem(problem: string, id: string, text: string): void {
    const known = this.#problems.get(problem) ?? { count: 0, examples: [] };
    this.#problems.set(problem, known);
    known.count += 1;
    const short = text.slice(0, EXAMPLE_CHARS_MAX);
    if (
      known.examples.length < EXAMPLES_MAX &&
      known.examples.every((one) => one.text !== short || short === '')
    )
      known.examples.push({ id, text: short });
  }

  /** Counts a record that has the same facts, accession number or page as an earlier record. */
  #compare(record: ArchiveRecord): void {
    const { id, title, accession, links } = record;
    const key = samenessOf(record);
    if (key !== null) {
      const same = this.#same.get(key);
      if (same === undefined)
        this.#same.set(key, { id, title: title.slice(0, EXAMPLE_CHARS_MAX), count: 1 });
      else same.count += 1;
    }
    if (accession !== undefined && increase(this.#accessions, accession) > 1)
      this.#problem('an accession number of several records', id, accession);
    if (links.page !== undefined && increase(this.#pages, links.page) > 1)
      this.#problem('a page of several records', id, links.page);
  }

  /**
   * Returns the report. `files` are the imported files of all sources; they add how many records of this source were rejected.
   */
  report(files: readonly ImportedFile[]): SourceReport {
    const own = files.filter(({ source }) => source.split('+').includes(this.#source));
    for (const { name, bad } of own)
      if (bad > 0) {
        const known = this.#problems.get(LEFT_OUT) ?? { count: 0, examples: [] };
        this.#problems.set(LEFT_OUT, known);
        known.count += bad;
        if (known.examples.length < EXAMPLES_MAX)
          known.examples.push({ id: name, text: `${bad} records` });
      }
    const repeated = [...this.#same.values()].filter(({ count }) => count > 1);
    return {
      source: this.#source,
      records: this.#records,
      fields: REPORTED_FIELDS.map(([name], at) => ({ name, count: this.#fields[at] ?? 0 })),
      rights: mostFrequent(this.#rights),
      languages: mostFrequent(this.#languages),
      duplicates: repeated.reduce((sum, { count }) => sum + count - 1, 0),
      repeated: repeated.sort((a, b) => b.count - a.count).slice(0, EXAMPLES_MAX),
      problems: [...this.#problems]
        .map(([name, { count, examples }]) => ({
          name,
          count,
          examples,
          hint: PROBLEM_HINTS.get(name) ?? '',
        }))
        .sort((a, b) => b.count - a.count)
        .slice(0, PROBLEMS_MAX),
    };
  }
}

const LEFT_OUT = 'left out by an import';
const PROBLEM_HINTS: ReadonlyMap<string, string> = new Map([
  ...PROBLEMS.map(({ problem, hint }) => [problem, hint] as const),
  [LEFT_OUT, 'archive import --dry-run --report bad.ndjson lists each with its reason.'],
  [
    'an accession number of several records',
    'Parts of one work, or one record twice: give parts numbers of their own.',
  ],
  ['a page of several records', 'Map the page of the record, not that of its collection.'],
]);

/** Returns a hash of title, makers, date and medium of a record, to find duplicates; null for a placeholder title. */
function samenessOf({
  title,
  titleKind,
  creators,
  date,
  medium = '',
}: ArchiveRecord): string | null {
  if (titleKind === 'placeholder') return null;
  const facts = [fold(title), ...creators.map(({ name }) => fold(name)), date.text, fold(medium)];
  return hash('sha1', facts.join('\n'), 'base64').slice(0, 16);
}

function increase(counts: Map<string, number>, name: string): number {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count;
}

function mostFrequent(counts: ReadonlyMap<string, number>): ValueCount[] {
  const sorted = [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count);
  const rest = sorted.slice(REPORTED_VALUES_MAX).reduce((sum, { count }) => sum + count, 0);
  return rest === 0
    ? sorted
    : [...sorted.slice(0, REPORTED_VALUES_MAX), { name: 'others', count: rest }];
}
