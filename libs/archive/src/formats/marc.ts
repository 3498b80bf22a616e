import type { EuropeanaMediaType } from '../record/archive-record.ts';
import type { RawRecord } from '../sources/source.ts';
import { objectsAt, textAt, textsAt } from './elements.ts';
import { isImageAddress, type ExtractedMakerFacts, type ExtractedWorkFacts } from './work-facts.ts';

/** Kind and media type of a work, by the record type in the seventh character of the MARC leader. */
const KINDS: Readonly<Record<string, readonly [kind: string, type: EuropeanaMediaType]>> = {
  a: ['book', 'TEXT'],
  c: ['notated music', 'TEXT'],
  d: ['manuscript', 'TEXT'],
  e: ['map', 'IMAGE'],
  f: ['manuscript map', 'IMAGE'],
  g: ['film', 'VIDEO'],
  i: ['sound recording', 'SOUND'],
  j: ['sound recording', 'SOUND'],
  k: ['picture', 'IMAGE'],
  r: ['object', '3D'],
  t: ['manuscript', 'TEXT'],
};

/** Returns the texts of the subfields with these codes of a MARC field, in the order of `codes`, joined by blanks. */
function joinedSubfields(field: RawRecord, codes: string): string {
  return [...codes]
    .flatMap((code) =>
      objectsAt(field, 'marc:subfield')
        .filter((one) => textAt(one, '@code') === code)
        .map((one) => textAt(one, '#')),
    )
    .filter((text) => text !== '')
    .join(' ');
}

/** Returns the MARC fields with these tags, in the order of the tags. */
function fields(raw: RawRecord, ...tags: readonly string[]): RawRecord[] {
  const all = objectsAt(raw, 'marc:datafield');
  return tags.flatMap((tag) => all.filter((field) => textAt(field, '@tag') === tag));
}

function control(raw: RawRecord, tag: string): string {
  return textAt(
    objectsAt(raw, 'marc:controlfield').find((field) => textAt(field, '@tag') === tag),
    '#',
  );
}

/** Removes punctuation at the end of a subfield, which leads to the next one ("London :" → "London"), and outer brackets. */
function bare(text: string): string {
  return text.replace(/[\s/:;,=]+$/, '').replace(/^\[(.*)\]$/, '$1');
}

function marcMakers(raw: RawRecord): ExtractedMakerFacts[] {
  return fields(raw, '100', '110', '111', '700', '710', '711').flatMap((field) => {
    const tag = textAt(field, '@tag');
    const name = bare(joinedSubfields(field, tag.endsWith('10') ? 'ab' : 'a')).replace(
      /(?<=\p{Ll}{2})\.$/u,
      '',
    );
    if (name === '') return [];
    const role = bare(joinedSubfields(field, 'e')).replace(/\.$/, '');
    const isMaker = /^(?:artist|author|creator|photographer|painter|engraver|illustrator|)$/i.test(
      role,
    );
    return {
      name,
      ...(isMaker ? {} : { role }),
      bio: joinedSubfields(field, 'd'),
    };
  });
}

function marcSubjects(raw: RawRecord): string[] {
  return fields(raw, '600', '610', '611', '630', '650', '651', '653').flatMap((field) =>
    [joinedSubfields(field, 'a'), joinedSubfields(field, 'x'), joinedSubfields(field, 'z')].map(
      (text) => bare(text).replace(/\.$/, ''),
    ),
  );
}

/** Kinds of date in the field 008 with a first and a last year: collections, works in several parts, and uncertain years. */
const SPANS: ReadonlySet<string> = new Set(['i', 'k', 'm', 'q']);
/** Last year of a span that has not ended. */
const OPEN_END = '9999';

function marcDate(raw: RawRecord): Pick<ExtractedWorkFacts, 'date' | 'from' | 'to'> {
  const text = fields(raw, '264', '260')
    .map((field) => bare(joinedSubfields(field, 'c')).replace(/\.$/, ''))
    .find((date) => date !== '');
  const fixed = control(raw, '008');
  const [year, last] = [fixed.slice(7, 11), fixed.slice(11, 15)].map(
    (four) => /^\d{4}$/.exec(four)?.[0],
  );
  const isSpan = SPANS.has(fixed.charAt(6)) && last !== OPEN_END;
  const date = text ?? year ?? '';
  // In "©1993", "c1993" and "p1993" the letter means copyright, not "circa".
  return {
    date: date.replace(/^[©ⓒcp](?=\d{4})/, ''),
    from: year === undefined ? null : Number(year),
    to: year === undefined || !isSpan || last === undefined ? null : Number(last),
  };
}

/** Extracts the facts of a work from a MARC 21 record in MARCXML. */
export function marcFacts(raw: RawRecord): ExtractedWorkFacts {
  const first = (codes: string, ...tags: readonly string[]): string =>
    bare(
      fields(raw, ...tags)
        .map((field) => joinedSubfields(field, codes))
        .find((text) => text !== '') ?? '',
    );
  const [kind, type] = KINDS[textAt(raw, 'marc:leader').charAt(6)] ?? ['', undefined];
  const genres = fields(raw, '655').map((field) =>
    bare(joinedSubfields(field, 'a')).replace(/\.$/, ''),
  );
  const addresses = fields(raw, '856').flatMap((field) => textsAt(joinedSubfields(field, 'u')));
  const language = control(raw, '008').slice(35, 38);
  return {
    id: control(raw, '001').trim(),
    titles: fields(raw, '245', '240', '246').map((field) => bare(joinedSubfields(field, 'abnp'))),
    makers: [...marcMakers(raw), ...publisherOf(raw)],
    ...marcDate(raw),
    type,
    medium: first('a', '340'),
    dimensions: bare(
      fields(raw, '300')
        .map((field) => joinedSubfields(field, 'abc'))
        .join(' '),
    ),
    kinds: [...genres, ...(kind === '' ? [] : [kind])],
    subjects: marcSubjects(raw),
    places: [first('a', '264', '260'), first('ad', '752')],
    group: first('a', '830', '490'),
    description: first('a', '520'),
    languages: [...(language.trim() === '' ? [] : [language]), ...textsAt(first('a', '041'))],
    accession: first('j', '852') || first('ab', '099', '090', '050'),
    institution: first('a', '852'),
    page: addresses.find((text) => !isImageAddress(text)) ?? '',
    image: addresses.find(isImageAddress) ?? '',
    rights: [
      ...fields(raw, '540', '542').flatMap((field) => [
        joinedSubfields(field, 'u'),
        joinedSubfields(field, 'fa'),
      ]),
    ],
  };
}

function publisherOf(raw: RawRecord): ExtractedMakerFacts[] {
  const name = fields(raw, '264', '260')
    .map((field) => bare(joinedSubfields(field, 'b')))
    .find((text) => text !== '');
  return name === undefined ? [] : [{ name, role: 'publisher' }];
}
