import { dateOf } from '../record/dates.ts';
import { formOf } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseBio, parseName } from '../record/names.ts';
import { byFlag } from '../record/rights.ts';
import { numberOf, type RawRecord, type RecordSource, textOf, textsOf } from './source.ts';

const AIC_PAGE = 'https://www.artic.edu/artworks/';
const IIIF = 'https://www.artic.edu/iiif/2/';

/** Parses the maker of a record. The second line of "Walter Shirlaw\nAmerican, 1838–1909" is the biography. */
function creatorOfAic(
  raw: RawRecord,
  line: (value: unknown) => string,
): ReturnType<typeof parseName> {
  const bio = textOf(raw, 'artist_display').split('\n')[1] ?? '';
  return parseName(line(textOf(raw, 'artist_title')), parseBio(bio));
}

/** Source: Art Institute of Chicago, API records and the short CSV. Descriptions are CC BY and not imported. */
export const aic: RecordSource = {
  name: 'aic',
  dataset: 'Art Institute of Chicago: artworks',
  institution: 'Art Institute of Chicago',
  shapes: [['id', 'title', 'main_reference_number', 'department_title', 'artist_title']],
  idOf: (raw) => textOf(raw, 'id'),
  map: (raw, { cleaner, yearMax }) => {
    const line = (value: unknown): string => cleaner.line(value);
    const id = textOf(raw, 'id');
    const title = line(raw['title']);
    if (title === '') return 'no_content';
    const medium = line(raw['medium_display']);
    const kind = textOf(raw, 'artwork_type_title');
    const department = textOf(raw, 'department_title');
    const image = textOf(raw, 'image_id');
    const { date } = dateOf(
      cleaner.line(raw['date_display'], 200),
      numberOf(raw['date_start']),
      numberOf(raw['date_end']),
      yearMax,
    );
    const creator = creatorOfAic(raw, line);
    return makeRecord(
      {
        source: 'aic',
        sourceId: id,
        title,
        altTitles: textsOf(raw['alt_titles']),
        creators: creator === null ? [] : [creator],
        date,
        form: formOf(
          undefined,
          kind,
          medium,
          department.startsWith('Painting') ? 'painting' : department,
        ),
        medium,
        dimensions: cleaner.line(raw['dimensions'], 300),
        classification: [kind, department, ...textsOf(raw['classification_titles'])],
        subjects: [
          ...textsOf(raw['subject_titles']),
          ...textsOf(raw['term_titles']),
          ...textsOf(raw['theme_titles']),
        ],
        movements: textsOf(raw['style_titles']),
        places: textsOf(line(raw['place_of_origin'])),
        accession: textOf(raw, 'main_reference_number'),
        links: {
          page: `${AIC_PAGE}${encodeURIComponent(id)}`,
          ...(/^[0-9a-f-]{36}$/.test(image)
            ? {
                iiif: `${IIIF}${image}`,
                image: `${IIIF}${image}/full/843,/0/default.jpg`,
                thumbnail: `${IIIF}${image}/full/200,/0/default.jpg`,
              }
            : {}),
        },
        mediaRights: byFlag(raw['is_public_domain'] === true),
        highlight: raw['is_boosted'] === true,
      },
      cleaner,
    );
  },
};
