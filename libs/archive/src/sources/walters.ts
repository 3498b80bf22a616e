import { dateOf } from '../record/dates.ts';
import { type WorkKindName, formOf } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseName } from '../record/names.ts';
import { CC0, NOT_EVALUATED } from '../record/rights.ts';
import type { WorkCreator } from '../record/archive-record.ts';
import {
  isObject,
  numberOf,
  objectsOf,
  type RawRecord,
  type RecordSource,
  textOf,
  textsOf,
} from './source.ts';

const WALTERS_FORMS: Readonly<Record<string, WorkKindName>> = {
  'Manuscripts & Rare Books': 'manuscript',
  'Painting & Drawing': 'painting',
  'Arms & Armor': 'arms',
  Ceramics: 'ceramic',
  Metal: 'metalwork',
  Prints: 'print',
  'Gold, Silver & Jewelry': 'jewelry',
  'Ivory & Bone': 'sculpture',
  'Precious Stones & Gems': 'jewelry',
  Enamels: 'metalwork',
  Miniatures: 'painting',
  Stone: 'sculpture',
  Wood: 'sculpture',
  Glasswares: 'glass',
  Textiles: 'textile',
  'Coins & Medals': 'coin',
  'Stained & Painted Glass': 'glass',
};

function creatorsOfWalters(raw: RawRecord, line: (value: unknown) => string): WorkCreator[] {
  return objectsOf(raw['Creators']).flatMap((one) => {
    const parsed = parseName(line(one['ConcatDisplayName']).replace(/\s*\(\s*\)$/, ''));
    if (parsed === null) return [];
    const role = textOf(one, 'Role').toLowerCase();
    return [role === '' || role === 'artist' ? parsed : { ...parsed, role }];
  });
}

/** Returns the places of a work, each with the larger places that contain it: "Gubbio", "Umbria", "Perugia". */
function placesOf(raw: RawRecord): string[] {
  return objectsOf(raw['Geographies']).flatMap((one) => {
    const levels = textOf(one, 'GeoHierarchy')
      .split('\\')
      .filter((level) => /^\p{Lu}/u.test(level) && !/^(?:The Thesaurus|World$)/.test(level));
    return [textOf(one, 'GeographyTerm'), ...levels];
  });
}

function geoOf(raw: RawRecord): { lat: number; lng: number } | undefined {
  const place = objectsOf(raw['Geographies'])[0];
  const [lat, lng] = [place?.['LatitudeNumber'], place?.['LongitudeNumber']];
  return typeof lat === 'number' && typeof lng === 'number' && (lat !== 0 || lng !== 0)
    ? { lat, lng }
    : undefined;
}

function imagesOf(raw: RawRecord): { image: string; thumbnail: string } {
  const images = objectsOf(raw['Images']);
  const primary = images.find((one) => one['IsPrimary'] === true) ?? images[0];
  const urls = isObject(primary?.['ImageURLs']) ? primary['ImageURLs'] : {};
  return { image: textOf(urls, 'Raw', 'Large'), thumbnail: textOf(urls, 'Small', 'Tiny') };
}

/** Source: Walters Art Museum, Baltimore, one JSON file per object (v1). Long descriptions are GFDL and not imported. */
export const walters: RecordSource = {
  name: 'walters',
  dataset: 'The Walters Art Museum Collection',
  institution: 'Walters Art Museum, Baltimore',
  shapes: [
    ['ObjectID', 'ObjectNumber', 'Title', 'Creators', 'ObjectName', 'DateBeginYear', 'ResourceURL'],
  ],
  idOf: (raw) => textOf(raw, 'ObjectID'),
  map: (raw, { cleaner, yearMax }) => {
    const line = (value: unknown): string => cleaner.line(value);
    const names = textsOf(line(raw['ObjectName']));
    const kind = textOf(raw, 'Classification');
    const dated = dateOf(
      cleaner.line(raw['DateText'], 200),
      numberOf(raw['DateBeginYear']),
      numberOf(raw['DateEndYear']),
      yearMax,
    );
    if (dated.dropped)
      cleaner.note('date', `${textOf(raw, 'DateBeginYear')}..${textOf(raw, 'DateEndYear')}`, '');
    const { image, thumbnail } = imagesOf(raw);
    const geo = geoOf(raw);
    return makeRecord(
      {
        source: 'walters',
        sourceId: textOf(raw, 'ObjectID'),
        title: line(raw['Title']),
        creators: creatorsOfWalters(raw, line),
        date: dated.date,
        form:
          formOf(undefined, names.join('; ')) || formOf(WALTERS_FORMS[kind], line(raw['Medium'])),
        medium: line(raw['Medium']),
        dimensions: cleaner.line(raw['Dimensions'], 300),
        classification: [...names, kind],
        subjects: textsOf(line(raw['Keywords'])).map((word) => word.replace(' -- ', ' ')),
        movements: textsOf(line(raw['Style'])),
        culture: ['Culture', 'Period', 'Dynasty', 'Reign'].flatMap((name) =>
          textsOf(line(raw[name])),
        ),
        places: placesOf(raw),
        geo,
        accession: textOf(raw, 'ObjectNumber'),
        links: {
          page: cleaner.url(raw['ResourceURL']),
          image: cleaner.url(image),
          thumbnail: cleaner.url(thumbnail),
        },
        mediaRights: image === '' ? NOT_EVALUATED : CC0,
      },
      cleaner,
    );
  },
};
