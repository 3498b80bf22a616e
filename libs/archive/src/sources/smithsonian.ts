import { dateOf } from '../record/dates.ts';
import { formOf } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseBio, parseName } from '../record/names.ts';
import { rightsFromWords } from '../record/rights.ts';
import {
  isObject,
  objectsOf,
  type RawRecord,
  type RecordSource,
  textOf,
  textsOf,
} from './source.ts';

function inside(raw: RawRecord, ...path: readonly string[]): RawRecord {
  let at: RawRecord = raw;
  for (const name of path) at = isObject(at[name]) ? at[name] : {};
  return at;
}

/** Returns the `content` values of a list whose elements have a label: `[{label: "Artist", content: "…"}]`. */
function contents(list: unknown, label?: RegExp): string[] {
  return objectsOf(list)
    .filter((one) => label === undefined || label.test(textOf(one, 'label')))
    .map((one) => textOf(one, 'content'));
}

/** Source: Smithsonian Open Access, JSON lines in the institution's own format (EDAN). */
export const smithsonian: RecordSource = {
  name: 'smithsonian',
  dataset: 'Smithsonian Open Access',
  institution: 'Smithsonian Institution',
  shapes: [['content', 'unitCode', 'docSignature', 'title', 'type']],
  idOf: (raw) =>
    textOf(inside(raw, 'content', 'descriptiveNonRepeating'), 'record_ID') || textOf(raw, 'id'),
  map: (raw, { cleaner, yearMax }) => {
    const line = (value: unknown): string => cleaner.line(value);
    const about = inside(raw, 'content', 'descriptiveNonRepeating');
    const free = inside(raw, 'content', 'freetext');
    const indexed = inside(raw, 'content', 'indexedStructured');
    const media = objectsOf(inside(about, 'online_media')['media'])[0] ?? {};
    const title = line(textOf(inside(about, 'title'), 'content') || textOf(raw, 'title'));
    if (title === '') return 'no_content';
    const creators = contents(free['name']).flatMap((text) => {
      // Example of the text: "Charles Nicolas Ransonnette, French, 1793 - 1877".
      const [name = '', ...bio] = line(text).split(', ');
      return parseName(name, parseBio(bio.join(', '))) ?? [];
    });
    const kinds = contents(free['objectType']).map(line);
    const medium = contents(free['physicalDescription'], /medium|technique|materials/i)
      .map(line)
      .join('; ');
    return makeRecord(
      {
        source: 'smithsonian',
        sourceId: textOf(about, 'record_ID') || textOf(raw, 'id'),
        title,
        creators,
        date: dateOf(line(contents(free['date'])[0] ?? ''), null, null, yearMax).date,
        form: formOf(undefined, kinds.join('; '), medium),
        medium,
        classification: [...kinds, textOf(about, 'data_source')],
        subjects: textsOf(indexed['topic']),
        places: [...contents(free['place']).map(line), ...textsOf(indexed['place'])],
        description: cleaner.text(
          contents(free['notes'], /description|summary/i).join('\n'),
          1_000,
        ),
        accession: contents(free['identifier'], /accession/i)[0] ?? '',
        links: {
          page: cleaner.url(textOf(about, 'record_link', 'guid')),
          image: cleaner.url(textOf(media, 'content')),
          thumbnail: cleaner.url(textOf(media, 'thumbnail')),
        },
        mediaRights: rightsFromWords(textOf(inside(media, 'usage'), 'access')),
      },
      cleaner,
    );
  },
};
