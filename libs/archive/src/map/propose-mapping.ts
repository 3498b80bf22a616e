import { fold } from '@bridge/search/documents';
import { RecordTextCleaner } from '../record/clean.ts';
import { localId } from '../record/make-record.ts';
import { type OperatorRecordMapping, genericSource } from '../sources/generic.ts';
import type { RawRecord } from '../sources/source.ts';
import { sourceNamed } from '../sources/sources.ts';
import { ImportRefusedError } from '../import/refusal.ts';
import { FIELD_NAMES, type MappingFieldName, nameWords } from './field-names.ts';
import {
  type FactCoverage,
  coverageOf,
  type MappedSampleRecord,
  repeatedIds,
} from './mapped-sample.ts';
import { type ProposedFieldPath, proposeFields } from './propose-fields.ts';
import { type PathValuesSample, pathsOf } from './record-paths.ts';
import { type SampledFile, sampleFile } from './sample-file.ts';

/** Maximum number of sampled records that are shown with the proposal. */
const EXAMPLES = 10;
const SOURCE_NAME = /^[a-z][a-z0-9-]{1,30}$/;
const INSTITUTION =
  /^(?:institution|museum|repository|holding institution|provider|data provider|einrichtung|sammlung|etablissement|musee|museo|instelling|muzeum)$/;

/** Names that a mapping needs and a file seldom contains, as the operator gives them by flags. */
export interface OperatorGivenCollectionNames {
  readonly source?: string | undefined;
  readonly dataset?: string | undefined;
  readonly institution?: string | undefined;
}

/** A path in the records of a file that the proposed mapping does not use. */
export interface UnmappedPath {
  readonly path: string;
  readonly share: number;
  readonly example: string;
}

/** A proposed mapping for a file, with the evidence for it and the facts that it lacks. */
export interface MappingProposal {
  readonly mapping: OperatorRecordMapping;
  readonly sampled: number;
  readonly unreadable: number;
  readonly knownSource: string | null;
  readonly fields: readonly ProposedFieldPath[];
  readonly unmapped: readonly UnmappedPath[];
  /** Fields of the mapping for which no path was found in the file. */
  readonly empty: readonly MappingFieldName[];
  readonly coverage: readonly FactCoverage[];
  /** Ids that several records of the sample have. */
  readonly repeatedIds: readonly string[];
  /** Names that were made from the file name, so that the operator should correct them. */
  readonly guessed: readonly ('source' | 'dataset' | 'institution')[];
  readonly examples: readonly MappedSampleRecord[];
}

/**
 * Proposes a mapping (which columns or members of a file become which fields of archive records) from names and values in the
 * file's first records. `yearMax`: latest possible year of a work. Throws ImportRefusedError for a file without records, titles
 * or ids.
 */
export async function proposeMapping(
  path: string,
  names: OperatorGivenCollectionNames,
  yearMax: number,
): Promise<MappingProposal> {
  const sample = await sampleFile(path);
  const samples = pathsOf(sample.records);
  const fields = proposeFields(samples, sample.records.length);
  const pathOf = (field: MappingFieldName): string | undefined =>
    fields.find((one) => one.field === field)?.path;
  const [id, title] = [pathOf('id'), pathOf('title')];
  if (id === undefined || title === undefined)
    throw new ImportRefusedError(
      'bad_mapping',
      `${path} has no ${id === undefined ? 'column with a different value in each record, which an id needs' : 'column that can be a title'}. Add one, or write the mapping by hand (docs/reference/mapping.md).`,
    );
  const given = collectionNames(sample, samples, names);
  const paths = Object.fromEntries(fields.map((one) => [one.field, one.path]));
  const mapping: OperatorRecordMapping = { ...given.names, fields: { ...paths, id, title } };
  const mapped = mapAll(mapping, sample.records, yearMax);
  const used = new Set(fields.map((one) => one.path));
  return {
    mapping,
    sampled: sample.records.length,
    unreadable: sample.unreadable,
    knownSource: sample.knownSource,
    fields,
    unmapped: samples
      .filter((one) => !used.has(one.path) && one.filled > 0)
      .map((one) => ({
        path: one.path,
        share: one.filled / sample.records.length,
        example: one.values[0] ?? '',
      }))
      .sort((a, b) => b.share - a.share),
    empty: (Object.keys(FIELD_NAMES) as MappingFieldName[]).filter(
      (field) => pathOf(field) === undefined,
    ),
    coverage: coverageOf(mapped),
    repeatedIds: repeatedIds(mapped),
    guessed: given.guessed,
    examples: spread(mapped, EXAMPLES),
  };
}

/**
 * Returns the names of source, dataset and institution: those that the operator gave, else (institution only) from a column
 * with one value, else from the file name.
 */
function collectionNames(
  { name }: SampledFile,
  samples: readonly PathValuesSample[],
  given: OperatorGivenCollectionNames,
): {
  readonly names: Pick<OperatorRecordMapping, 'source' | 'dataset' | 'institution'>;
  readonly guessed: MappingProposal['guessed'];
} {
  const stem = name.replace(/(?:\.(?:json|ndjson|jsonl|csv|tsv|txt|tar|tgz|gz|zst))+$/i, '');
  const words = stem.replace(/[_-]+/g, ' ').trim() || 'collection';
  const inFile = samples.find(
    ({ path, values }) => INSTITUTION.test(nameWords(path)) && new Set(values).size === 1,
  )?.values[0];
  const guessed = (['source', 'dataset', 'institution'] as const).filter(
    (one) => given[one] === undefined && !(one === 'institution' && inFile !== undefined),
  );
  return {
    names: {
      source: given.source ?? sourceName(stem),
      dataset: given.dataset ?? words,
      institution: given.institution ?? inFile ?? words,
    },
    guessed,
  };
}

/** Makes a short source name from a file name. It is never that of a built-in source. */
function sourceName(stem: string): string {
  const slug = fold(stem)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 30);
  if (!SOURCE_NAME.test(slug)) return 'collection';
  return sourceNamed(slug) === undefined ? slug : `own-${slug}`.slice(0, 30);
}

function mapAll(
  mapping: OperatorRecordMapping,
  records: readonly RawRecord[],
  yearMax: number,
): MappedSampleRecord[] {
  const source = genericSource(mapping);
  const cleaner = new RecordTextCleaner();
  return records.map((raw) => {
    if (localId(source.idOf(raw)) === '') return { source: raw, record: null, rejected: 'no_id' };
    const record = source.map(raw, { cleaner, yearMax });
    return typeof record === 'string'
      ? { source: raw, record: null, rejected: record }
      : { source: raw, record, rejected: null };
  });
}

/** Returns `count` elements at equal distances in the list, because neighbouring records are often similar. */
function spread<T>(all: readonly T[], count: number): T[] {
  if (all.length <= count) return [...all];
  return Array.from(
    { length: count },
    (_, at) => all[Math.floor((at * all.length) / count)],
  ).flatMap((one) => one ?? []);
}
