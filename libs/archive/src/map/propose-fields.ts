import { FIELD_NAMES, type MappingFieldName, nameWords, OTHER_FACTS } from './field-names.ts';
import type { PathValuesSample } from './record-paths.ts';
import { BY_VALUES, EVIDENCE, isUnique, TYPED } from './value-evidence.ts';

/** A path in the source records (such as `artist.name`) that is proposed for a field of the mapping. */
export interface ProposedFieldPath {
  readonly field: MappingFieldName;
  readonly path: string;
  /** The evidence for the proposal: the path's name, the values at the path, or both. */
  readonly by: 'name' | 'values' | 'name and values';
  /** Share (0 to 1) of the sampled records that have a value at the path. */
  readonly share: number;
  readonly example: string;
}

/** A path in the source records, and how well it fits one field of the mapping. */
interface ScoredFieldProposal {
  readonly proposed: ProposedFieldPath;
  readonly score: number;
}

const NAME_WEIGHT = 0.65;
/** Minimum share (0 to 1) of a path's values that must have the form of a field, to be evidence for a proposal. */
const VALUES_MIN = 0.6;
/** Minimum score with which a path is proposed for a field; see `candidate`. */
const SCORE_MIN = 0.3;
/** Maximum score of a proposal for which only the values are evidence, so that a path with a matching name has precedence. */
const VALUES_ONLY_MAX = 0.4;

/** Returns how well the name of a path fits a field of the mapping, 0 to 1. */
function nameFit(field: MappingFieldName, path: string): number {
  const last = path.split('.').at(-1) ?? path;
  const [whole, tail] = [nameWords(path), nameWords(last)];
  if (OTHER_FACTS[field]?.test(whole) === true) return 0;
  const names = FIELD_NAMES[field];
  // Usual names come first in the list of a field, so a match with an earlier name has a higher score.
  const ranked = (at: number): number => 1 - 0.15 * (at / names.length);
  const exact = names.findIndex((name) => name === whole || name === tail);
  if (exact !== -1) return ranked(exact);
  const parent = nameWords(path.split('.').slice(0, -1).at(-1) ?? '');
  const isValue =
    /^(?:value|text|name|label|display|content|term|titel|wert|valeur|main|full name|cited name|preferred|en|de|fr|und|none)$/.test(
      tail,
    );
  if (parent !== '' && isValue) {
    const at = names.indexOf(parent);
    if (at !== -1) return 0.95 * ranked(at);
    const plural = names.indexOf(parent.replace(/s$/, ''));
    if (plural !== -1) return 0.9 * ranked(plural);
  }
  const inside = names.findIndex(
    (name) => (name.length >= 4 || name === 'url') && ` ${whole} `.includes(` ${name} `),
  );
  return inside === -1 ? 0 : 0.6 * ranked(inside);
}

function candidate(
  field: MappingFieldName,
  sample: PathValuesSample,
  records: number,
): ScoredFieldProposal | null {
  const name = nameFit(field, sample.path);
  const evidence = EVIDENCE[field];
  const values = evidence === undefined ? 0.5 : evidence(sample, records);
  if (TYPED.has(field) && values < VALUES_MIN) return null;
  if (field === 'id' && !isUnique(sample, records)) return null;
  const byValues = values >= VALUES_MIN && BY_VALUES.has(field);
  if (name === 0 && !byValues) return null;
  const score =
    name === 0
      ? Math.min(VALUES_ONLY_MAX, VALUES_ONLY_MAX * values)
      : NAME_WEIGHT * name + (1 - NAME_WEIGHT) * values;
  if (score < SCORE_MIN) return null;
  const isByValues = values >= VALUES_MIN && evidence !== undefined;
  const by = name === 0 ? 'values' : isByValues ? 'name and values' : 'name';
  return {
    proposed: proposalOf(field, sample, records, by),
    // Of two paths that fit a field equally well, the path with values in more records gets the higher score.
    score: score * (0.7 + (0.3 * sample.filled) / records),
  };
}

function proposalOf(
  field: MappingFieldName,
  { path, filled, values }: PathValuesSample,
  records: number,
  by: ProposedFieldPath['by'],
): ProposedFieldPath {
  return { field, path, by, share: filled / records, example: values[0] ?? '' };
}

/** Fields of a mapping that may have the same path as another field: the id of a record is often its accession number too. */
const SHARED: ReadonlySet<MappingFieldName> = new Set<MappingFieldName>(['id']);

/** Chooses the best path for each field of the mapping. A path is used for one field only; one without values is not used. */
export function proposeFields(
  samples: readonly PathValuesSample[],
  records: number,
): ProposedFieldPath[] {
  const all = samples
    .filter(({ filled }) => filled > 0)
    .flatMap((sample) =>
      PROPOSED_FIELDS.flatMap((field) => candidate(field, sample, records) ?? []),
    )
    .sort((a, b) => b.score - a.score);
  const [fields, paths] = [new Map<MappingFieldName, ProposedFieldPath>(), new Set<string>()];
  for (const { proposed: one } of all) {
    if (fields.has(one.field) || (paths.has(one.path) && !SHARED.has(one.field))) continue;
    fields.set(one.field, one);
    if (!SHARED.has(one.field)) paths.add(one.path);
  }
  addFallbacks(fields, samples, records);
  return PROPOSED_FIELDS.flatMap((field) => fields.get(field) ?? []);
}

const PROPOSED_FIELDS = Object.keys(FIELD_NAMES) as readonly MappingFieldName[];

/**
 * Adds the fields `id` and `title` if they have no path, because a mapping needs both: any path with unique values, and the
 * description or the path with the longest texts.
 */
function addFallbacks(
  fields: Map<MappingFieldName, ProposedFieldPath>,
  samples: readonly PathValuesSample[],
  records: number,
): void {
  const filled = samples.filter((sample) => sample.filled > 0);
  if (!fields.has('id')) {
    const named = filled.find(
      ({ path }) => path === fields.get('accession')?.path || path === fields.get('page')?.path,
    );
    const unique = [named, ...filled].find((one) => one !== undefined && isUnique(one, records));
    if (unique !== undefined) fields.set('id', proposalOf('id', unique, records, 'values'));
  }
  if (fields.has('title')) return;
  const description = filled.find(({ path }) => path === fields.get('description')?.path);
  const free = filled.filter(({ path }) => [...fields.values()].every((one) => one.path !== path));
  const longest = free.sort((a, b) => b.values.join('').length - a.values.join('').length)[0];
  const title = description ?? longest;
  if (title !== undefined) fields.set('title', proposalOf('title', title, records, 'values'));
}
