import { isForm, type WorkKindName } from '@bridge/archive';
import type { SearchField } from '@bridge/search';
import { FIELD_AT } from '../lexicon/field-at.ts';
import type { WorkKindInQuery } from '../terms/named-kind.ts';
import type { QueryUnit, BestQueryUnitMatchInRecord } from '../terms/unit.ts';
import { firstWordOf } from './lines.ts';
import type { FieldsByWord } from './word-fields.ts';

/** Forms of works that depict things: a photograph with "chair" in its title shows a chair but is not one. */
const DEPICTIONS: ReadonlySet<string> = new Set<WorkKindName>([
  'photograph',
  'drawing',
  'print',
  'painting',
  'watercolor',
  'poster',
  'film',
  'video',
  'recording',
  'document',
  'periodical',
  'book',
]);
/**
 * Forms of written works. Museums file them in different ways (a leaf of a choir book is a manuscript), so for a query for one
 * of these forms a title that names it counts fully in a work of another of them.
 */
const WRITINGS: ReadonlySet<string> = new Set<WorkKindName>(['book', 'manuscript', 'document']);
/** Fields that describe the subject that a work depicts. The other fields describe the work itself. */
const THEME_FIELDS: ReadonlySet<SearchField> = new Set<SearchField>([
  'title',
  'subject',
  'group',
  'text',
]);
/** Matches words in a title, medium or series by which a print is a part of another work, such as a book. */
const PART_OF =
  /\b(?:portfolio|album|book|periodical|volume|plate|menu|program|programme|invitation|cover|song|from)\b/;
const PART_SHARE = 0.5;
/**
 * Score (0 to 1), for a query for posters, of a print or design that has the size of a poster. The import adds "poster" to its
 * form.
 */
const POSTER_SIZED = 0.75;
/** The word in the field `medium` after which additions are listed, as in "lithograph with collage". */
const ADDITIONS = / with /;
/**
 * Factor for the score of a work that has another form than the query names and only depicts it, or contains it as an addition.
 */
const SHOWN_ONLY = 0.5;
/**
 * Pairs of forms that museums do not all distinguish in the same way, with the score (0 to 1) of a work of one form in a query
 * for the other.
 */
const RELATED_FORMS: readonly (readonly [a: WorkKindName, b: WorkKindName, worth: number])[] = [
  ['poster', 'print', 0.45],
  ['poster', 'design', 0.4],
  ['drawing', 'watercolor', 0.7],
  ['painting', 'watercolor', 0.5],
  ['painting', 'drawing', 0.2],
  ['print', 'book', 0.35],
  ['book', 'manuscript', 0.5],
  ['film', 'video', 0.8],
  ['collage', 'drawing', 0.4],
  ['sculpture', 'ceramic', 0.3],
  ['sculpture', 'metalwork', 0.3],
  ['map', 'print', 0.4],
  ['costume', 'textile', 0.5],
  ['architecture', 'drawing', 0.4],
  ['architecture', 'model', 0.5],
  ['book', 'periodical', 0.4],
];
const RELATED_WORTHS = new Map<string, number>(
  RELATED_FORMS.flatMap(([a, b, worth]) => [
    [`${a} ${b}`, worth] as const,
    [`${b} ${a}`, worth] as const,
  ]),
);

/** True when the field `medium` names the words only as an addition: "collage" in "lithograph with collage". */
function isAddition(words: readonly string[], medium: string): boolean {
  const added = medium.search(ADDITIONS);
  return added > 0 && words.some((word) => ` ${medium} `.indexOf(` ${word} `) > added);
}

/**
 * Returns the match of a kind of work that the query names in a record, judged by the form of the record. `direct`: the match
 * by the words of the query unit; `wordFields`: the fields of the record.
 */
export function matchKind(
  unit: QueryUnit,
  kind: WorkKindInQuery,
  direct: BestQueryUnitMatchInRecord | null,
  wordFields: FieldsByWord,
): BestQueryUnitMatchInRecord | null {
  const own = firstWordOf(wordFields.field(FIELD_AT.form));
  if (!isForm(own)) return direct;
  if (own === kind.form)
    return kind.isFormName ? { unit, field: 'form', words: [own], worth: 1 } : direct;
  const related = kind.isFormName ? relatedWorth(kind.form, own, wordFields) : 0;
  const worth = direct === null ? 0 : direct.worth * shareOf(kind, direct, own, wordFields);
  if (direct !== null && worth >= related) return { ...direct, worth };
  return related === 0 ? null : { unit, field: 'form', words: [own], worth: related };
}

function areWritings(a: string, b: string): boolean {
  return WRITINGS.has(a) && WRITINGS.has(b);
}

/**
 * Returns the score (0 to 1) of a work of the form `own` in a query for the form `wanted`. It is low for a print from a
 * portfolio or a book in a query for posters.
 */
function relatedWorth(wanted: WorkKindName, own: WorkKindName, wordFields: FieldsByWord): number {
  const worth = RELATED_WORTHS.get(`${wanted} ${own}`) ?? 0;
  if (wanted !== 'poster' || worth === 0) return worth;
  const text = `${wordFields.field(FIELD_AT.title)} ${wordFields.field(FIELD_AT.medium)} ${wordFields.field(FIELD_AT.group)}`;
  if (PART_OF.test(text)) return worth * PART_SHARE;
  return ` ${wordFields.field(FIELD_AT.form)} `.includes(' poster ') ? POSTER_SIZED : worth;
}

function shareOf(
  kind: WorkKindInQuery,
  { field, words }: BestQueryUnitMatchInRecord,
  own: WorkKindName,
  wordFields: FieldsByWord,
): number {
  if (field === 'medium' && kind.isFormName && isAddition(words, wordFields.field(FIELD_AT.medium)))
    return SHOWN_ONLY;
  if (field === 'form' && kind.isFormName) return SHOWN_ONLY;
  // A "gelatin silver print" is a photograph, so the word "print" in its medium does not make it a print.
  if (field === 'medium' && kind.form === 'print' && own === 'photograph') return SHOWN_ONLY;
  if (!THEME_FIELDS.has(field)) return 1;
  const isShown = DEPICTIONS.has(own) || WRITINGS.has(kind.form);
  return (kind.isFormName || isShown) && !areWritings(kind.form, own) ? SHOWN_ONLY : 1;
}
