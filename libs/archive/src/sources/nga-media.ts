import { parseDate } from '../record/dates.ts';
import { makeRecord } from '../record/make-record.ts';
import { NOT_EVALUATED } from '../record/rights.ts';
import { type RecordSource, textOf, textsOf } from './source.ts';

/** Source: National Gallery of Art, Washington, CSV of lectures, talks and films with links to them. */
export const ngaMedia: RecordSource = {
  name: 'nga-media',
  dataset: 'National Gallery of Art Open Data: media items',
  institution: 'National Gallery of Art, Washington',
  shapes: [['mediaid', 'mediatype', 'title', 'description', 'playurl', 'presentationdate']],
  idOf: (raw) => textOf(raw, 'mediaid'),
  map: (raw, { cleaner, yearMax }) => {
    const title = cleaner.line(raw['title']);
    if (title === '' && textOf(raw, 'description') === '') return 'no_content';
    const video = textOf(raw, 'mediatype') === 'video';
    const year = textOf(raw, 'presentationdate').slice(0, 10);
    const language = textOf(raw, 'language');
    const thumbnail = cleaner.url(textOf(raw, 'thumbnailurl', 'imageurl'));
    return makeRecord(
      {
        source: 'nga-media',
        sourceId: textOf(raw, 'mediaid'),
        title,
        creators: [],
        date: { ...parseDate(year, yearMax), text: year.slice(0, 4) },
        form: video ? 'video' : 'recording',
        medium: video ? 'video recording' : 'audio recording',
        classification: [video ? 'video' : 'audio', 'recording', 'lecture', 'podcast'],
        subjects: textsOf(cleaner.line(raw['keywords']), /\s*[,;]\s*/),
        description: cleaner.text(raw['description'], 1_000),
        language: language === '' ? [] : [language],
        links: { page: cleaner.url(raw['playurl']), image: thumbnail, thumbnail },
        mediaRights: NOT_EVALUATED,
      },
      cleaner,
    );
  },
};
