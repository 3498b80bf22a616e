import { BoundedResultCache } from '../memo.ts';
import { dateOf } from '../record/dates.ts';
import { type WorkKindName, formOf } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseBio, parseName } from '../record/names.ts';
import { NOT_EVALUATED } from '../record/rights.ts';
import type { WorkCreator } from '../record/archive-record.ts';
import {
  bracketedTitles,
  groupInTitle,
  type RawRecord,
  type RecordSource,
  textOf,
} from './source.ts';

const MOMA_FORMS: Readonly<Record<string, WorkKindName>> = {
  Print: 'print',
  Photograph: 'photograph',
  'A&D Photograph': 'photograph',
  'Photography Research/Reference': 'photograph',
  'Illustrated Book': 'book',
  Drawing: 'drawing',
  Painting: 'painting',
  Sculpture: 'sculpture',
  Periodical: 'periodical',
  Video: 'video',
  Film: 'film',
  'Film (object)': 'film',
  Installation: 'installation',
  Collage: 'collage',
  Performance: 'performance',
  Audio: 'recording',
  Textile: 'textile',
  'A&D Architectural Model': 'model',
  'A&D Architectural Drawing': 'architecture',
  'A&D Mies van der Rohe Archive': 'architecture',
};
/** Matches words in a title or medium that name graphic design other than posters, such as a book cover. */
const OTHER_GRAPHICS =
  /\b(?:books?|covers?|brochures?|letterheads?|stationery|logos?|logotypes?|trademarks?|stamps?|cards?|postcards?|tickets?|packag|labels?|typefaces?|alphabets?|typeface|fonts?|software|catalog|magazines?|journals?|calendars?|programs?|announcements?|invitations?|advertisements?|envelopes?|sketch(?:es)?|drawings?|leaflets?|prospectus|banknotes?|currency|symbols?|font|newspapers?)\b/i;

const DESIGN_FOR =
  /^(?:working |preliminary )?(?:drawing|design|study|sketch)(?:e?s|ies)? (?:for|of)\b/i;

/** Matches the model number of a product in its title: "(model TS 502)", "Model No. TS 505". */
const MODEL_NUMBER = /\bmodels?\b(?: (?:no|number|nos)\b\.?)?(?: [\w/-]*\d[\w/-]*)?/gi;
/**
 * Forms that the title of a product may contain although the product is something else: a video recorder is no video. The
 * product then has the form `design`.
 */
const NOT_OF_DESIGN: ReadonlySet<string> = new Set([
  '',
  'recording',
  'video',
  'film',
  'photograph',
  'model',
]);

/** Returns class and department of a work without the prefix "A&D " (architecture and design) and without "(not assigned)". */
function classesOf(raw: RawRecord): string[] {
  return [textOf(raw, 'Classification').replace(/^A&D /, ''), textOf(raw, 'Department')].filter(
    (text) => text !== '(not assigned)',
  );
}

function formOfMoma(raw: RawRecord, title: string, medium: string): WorkKindName | '' {
  const kind = textOf(raw, 'Classification');
  // The museum has no class "poster": its graphic design is posters, unless title or medium name another form.
  if (kind === 'A&D Graphic Design') {
    if (/\bposters?\b/i.test(`${title} ${medium}`)) return 'poster';
    return OTHER_GRAPHICS.test(title) || OTHER_GRAPHICS.test(medium) ? 'design' : 'poster';
  }
  if (kind === 'A&D Design') {
    // A design for an object has the form of its own medium, such as a drawing.
    if (DESIGN_FOR.test(title)) return formOf(undefined, medium) || 'design';
    const form = formOf(undefined, title.replace(MODEL_NUMBER, ''), medium);
    return NOT_OF_DESIGN.has(form) ? 'design' : form;
  }
  // The medium of a film poster is its number of sheets: "1 sheet", "3 sheet/1 piece".
  if (kind === 'Work on Paper' && /^\d+ sheet/i.test(medium)) return 'poster';
  return formOf(MOMA_FORMS[kind], medium, title);
}

/** Parses the makers of a work from the texts with their names and biographies, which correspond if equal in number. */
function creatorsOfMoma(artist: string, bio: string): readonly WorkCreator[] {
  return makersOfMoma.get(`${artist}\n${bio}`, () => readMakers(artist, bio));
}

/** Cache of parsed makers, because a museum has many works by the same maker. */
const makersOfMoma = new BoundedResultCache<readonly WorkCreator[]>(20_000);

function readMakers(artist: string, bio: string): WorkCreator[] {
  if (artist === '') return [];
  const bios = bio.match(/\((?:[^()]|\([^()]*\))*\)/g) ?? [];
  const parts = artist.split(', ');
  const several =
    parts.length > 1 && (bios.length === parts.length || bios.length === 0 || bios.length > 1);
  const names = several ? parts : [artist];
  return names.flatMap((name, at) => {
    const creator = parseName(
      name,
      parseBio(bios[several && bios.length !== names.length ? -1 : at] ?? ''),
    );
    return creator === null ? [] : [creator];
  });
}

/** Source: Museum of Modern Art, New York, one JSON file per object of its public CSV. */
export const moma: RecordSource = {
  name: 'moma',
  dataset: 'The Museum of Modern Art (MoMA) Collection',
  institution: 'Museum of Modern Art, New York',
  shapes: [
    ['ObjectID', 'Title', 'Artist', 'Date', 'Medium', 'Classification', 'MoMANumber'],
    ['ObjectID', 'Title', 'Artist', 'Date', 'Medium', 'Classification', 'AccessionNumber'],
  ],
  idOf: (raw) => textOf(raw, 'ObjectID'),
  map: (raw, { cleaner, yearMax }) => {
    const title = cleaner.line(raw['Title']);
    const medium = cleaner.line(raw['Medium']);
    const { date } = dateOf(cleaner.line(raw['Date'], 200), null, null, yearMax);
    const creators = creatorsOfMoma(
      cleaner.line(raw['Artist'] ?? ''),
      cleaner.line(raw['ArtistBio'] ?? ''),
    );
    const image = cleaner.url(textOf(raw, 'ImageURL', 'ThumbnailURL'));
    const accession = textOf(raw, 'MoMANumber', 'AccessionNumber');
    return makeRecord(
      {
        source: 'moma',
        sourceId: textOf(raw, 'ObjectID'),
        title,
        altTitles: bracketedTitles(title).filter((inner) => !/\d/.test(inner)),
        creators,
        date,
        form: formOfMoma(raw, title, medium),
        medium,
        dimensions: cleaner.line(raw['Dimensions'], 300),
        classification: classesOf(raw),
        group: groupInTitle(title),
        accession,
        links: { page: cleaner.url(raw['URL']), image },
        mediaRights: NOT_EVALUATED,
      },
      cleaner,
    );
  },
};
