import { BoundedResultCache } from '../memo.ts';
import { dateOf } from '../record/dates.ts';
import { type WorkKindName, formOf } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseName } from '../record/names.ts';
import { IN_COPYRIGHT, NOT_EVALUATED } from '../record/rights.ts';
import type { WorkCreator } from '../record/archive-record.ts';
import {
  isObject,
  numberOf,
  objectsOf,
  type RawRecord,
  type RecordSource,
  textOf,
} from './source.ts';

const TATE_FORMS: Readonly<Record<string, WorkKindName>> = {
  painting: 'painting',
  sculpture: 'sculpture',
  relief: 'sculpture',
  installation: 'installation',
  'time-based media': 'video',
};

/** Maximum depth to which a subject tree is read; the museum's own trees have four levels. */
const TREE_DEPTH_MAX = 16;

/** Returns the form of a work. For works on paper the medium is more exact than the class. */
function formOfTate(kind: string, medium: string): WorkKindName | '' {
  if (kind === 'on paper, print')
    return formOf(/photograph/i.test(medium) ? 'photograph' : 'print');
  if (kind === 'on paper, unique') {
    if (/photograph/i.test(medium)) return 'photograph';
    return /watercolou?r|gouache/i.test(medium) ? 'watercolor' : 'drawing';
  }
  return formOf(TATE_FORMS[kind], medium, kind);
}

/** Returns the names in a tree of subjects, without its two most general levels; special subjects precede general ones. */
function subjectsOf(node: unknown): string[] {
  const found: string[] = [];
  const walk = (one: unknown, depth: number): void => {
    if (!isObject(one) || found.length > 80 || depth > TREE_DEPTH_MAX) return;
    for (const child of objectsOf(one['children'])) walk(child, depth + 1);
    if (depth >= 2) found.push(textOf(one, 'name'));
  };
  walk(node, 0);
  return found;
}

function creatorsOfTate(raw: RawRecord): WorkCreator[] {
  return objectsOf(raw['contributors']).flatMap((one) => {
    const facts = [textOf(one, 'fc'), textOf(one, 'mda'), textOf(one, 'role')] as const;
    const birth = numberOf(one['birthYear']);
    return (
      makersOfTate.get(`${facts.join('\n')}\n${birth ?? ''}`, () =>
        readTateMaker(...facts, birth),
      ) ?? []
    );
  });
}

/** Cache of parsed makers, because a museum has many works by the same maker. */
const makersOfTate = new BoundedResultCache<WorkCreator | null>(20_000);

function readTateMaker(
  name: string,
  sortName: string,
  role: string,
  birth: number | null,
): WorkCreator | null {
  const parsed = parseName(name, birth === null ? {} : { birth });
  if (parsed === null) return null;
  return {
    ...parsed,
    ...(sortName === '' ? {} : { sortName }),
    ...(role === '' || role === 'artist' ? {} : { role }),
  };
}

/** Source: Tate, London, one JSON file per artwork with a tree of subjects. */
export const tate: RecordSource = {
  name: 'tate',
  dataset: 'The Tate Collection',
  institution: 'Tate, London',
  shapes: [['acno', 'title', 'contributors', 'dateText', 'classification', 'medium']],
  idOf: (raw) => textOf(raw, 'id'),
  map: (raw, { cleaner, yearMax }) => {
    const range = isObject(raw['dateRange']) ? raw['dateRange'] : {};
    const medium = cleaner.line(raw['medium']);
    const kind = textOf(raw, 'classification');
    const dated = dateOf(
      cleaner.line(raw['dateText'], 200),
      numberOf(range['startYear']),
      numberOf(range['endYear']),
      yearMax,
    );
    if (dated.dropped) cleaner.note('date', textOf(raw, 'dateText'), '');
    const catalogueGroup = isObject(raw['catalogueGroup'])
      ? textOf(raw['catalogueGroup'], 'shortTitle')
      : '';
    const thumbnail = cleaner.url(raw['thumbnailUrl']);
    return makeRecord(
      {
        source: 'tate',
        sourceId: textOf(raw, 'id'),
        title: cleaner.line(raw['title']),
        altTitles: [cleaner.line(raw['foreignTitle'])],
        creators: creatorsOfTate(raw),
        date: dated.date,
        form: formOfTate(kind, medium),
        medium,
        dimensions: cleaner.line(raw['dimensions'], 300),
        classification: kind === '' ? [] : [kind],
        subjects: subjectsOf(raw['subjects']),
        movements: objectsOf(raw['movements']).map((one) => textOf(one, 'name')),
        group: cleaner.line(raw['groupTitle'] ?? '') || cleaner.line(catalogueGroup),
        accession: textOf(raw, 'acno'),
        links: { page: cleaner.url(raw['url']), image: thumbnail, thumbnail },
        // The image is in copyright when the museum names a copyright owner; otherwise the museum makes no statement.
        mediaRights: textOf(raw, 'thumbnailCopyright') === '' ? NOT_EVALUATED : IN_COPYRIGHT,
      },
      cleaner,
    );
  },
};
