import type { ArchiveRecord } from '../record/archive-record.ts';
import { rightsOf } from '../record/rights.ts';

/** The fields of records that the report counts, each with a function that returns whether a record has a value in it. */
export const REPORTED_FIELDS: readonly (readonly [
  name: string,
  has: (record: ArchiveRecord) => boolean,
])[] = [
  ['title', ({ titleKind }) => titleKind === 'given'],
  ['creator', ({ creators }) => creators.length > 0],
  ['date', ({ date }) => date.text !== '' || date.from !== null],
  ['years', ({ date }) => date.from !== null],
  ['form', ({ form }) => form !== ''],
  ['medium', ({ medium }) => medium !== undefined],
  ['dimensions', ({ dimensions }) => dimensions !== undefined],
  ['classification', ({ classification }) => classification !== undefined],
  ['subjects', ({ subjects }) => subjects !== undefined],
  ['movements', ({ movements }) => movements !== undefined],
  ['culture', ({ culture }) => culture !== undefined],
  ['place', ({ places }) => places !== undefined],
  ['group', ({ group }) => group !== undefined],
  ['description', ({ description }) => description !== undefined],
  [
    'language, as the source says',
    ({ language, languageGuessed }) => language !== undefined && languageGuessed !== true,
  ],
  ['accession', ({ accession }) => accession !== undefined],
  ['page', ({ links }) => links.page !== undefined],
  ['image', ({ links }) => links.image !== undefined],
  ['rights, known', ({ mediaRights }) => rightsOf(mediaRights).category !== 'unknown'],
];
