import { type Form, formOf, isForm } from '@bridge/archive';
import type { SearchField } from '@bridge/search';
import { formNamed } from './filters.ts';
import type { NamedKind } from './named-kind.ts';
import type { QueryUnit, UnitMatch } from './unit.ts';

/** Forms whose works show things: a chair in the title of a photograph is no chair. */
const DEPICTIONS: ReadonlySet<string> = new Set<Form>([
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
/** Fields that tell a work's theme. The others tell what it is. */
const THEME_FIELDS: ReadonlySet<SearchField> = new Set<SearchField>([
  'title',
  'subject',
  'group',
  'text',
]);
/** Share of the worth of a kind that is named in the theme of a work of another form. */
const SHOWN_ONLY = 0.5;
/** Worth of a form for another one that museums distinguish in different ways. */
const RELATED_FORMS: readonly (readonly [a: Form, b: Form, worth: number])[] = [
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

/** The kind that these words of a query name; null when they name none. */
export function kindNamed(text: string, words: readonly string[]): NamedKind | null {
  const [word = ''] = words;
  const named = words.length === 1 ? formNamed(word) : null;
  if (named !== null) return { form: named, isFormName: true };
  const form = formOf(undefined, text);
  return form === '' ? null : { form, isFormName: false };
}

/** The match of a kind in a record, by the record's own form. `form`: the words of the record's form field. */
export function ofItsKind(
  unit: QueryUnit,
  kind: NamedKind,
  direct: UnitMatch | null,
  form: string,
): UnitMatch | null {
  const end = form.indexOf(' ');
  const own = end === -1 ? form : form.slice(0, end);
  if (!isForm(own)) return direct;
  if (own === kind.form)
    return kind.isFormName ? { unit, field: 'form', words: [own], worth: 1 } : direct;
  const related = kind.isFormName ? (RELATED_WORTHS.get(`${kind.form} ${own}`) ?? 0) : 0;
  const worth = direct === null ? 0 : direct.worth * shareOf(kind, direct, own);
  if (direct !== null && worth >= related) return { ...direct, worth };
  return related === 0 ? null : { unit, field: 'form', words: [own], worth: related };
}

function shareOf(kind: NamedKind, { field }: UnitMatch, own: Form): number {
  if (field === 'form' && kind.isFormName) return SHOWN_ONLY;
  if (!THEME_FIELDS.has(field)) return 1;
  return kind.isFormName || DEPICTIONS.has(own) ? SHOWN_ONLY : 1;
}
