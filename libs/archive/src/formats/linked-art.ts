import type { RawRecord } from '../sources/source.ts';
import { objectsAt, textAt, textsAt } from './elements.ts';
import { type ExtractedMakerFacts, type ExtractedWorkFacts, yearOfIsoDate } from './work-facts.ts';

const LINKED_ART_CONTEXT = 'https://linked.art/ns/v1/linked-art.json';
/** Ids of concepts of the Art & Architecture Thesaurus. Linked Art classifies names, numbers and statements by them. */
const AAT = {
  preferredName: '300404670',
  accession: '300312355',
  localNumber: '300404621',
  materials: '300435429',
  dimensions: '300435430',
  descriptions: ['300435416', '300080091', '300411780'],
  webPage: '300264578',
} as const;

/** True for a record of a work in Linked Art, a format of museum data in JSON-LD. */
export function isLinkedArt(raw: RawRecord): boolean {
  const isWork = textsAt(raw, 'type').includes('HumanMadeObject');
  return (
    isWork &&
    (textsAt(raw, '@context').includes(LINKED_ART_CONTEXT) || raw['identified_by'] !== undefined)
  );
}

function isClassified(raw: RawRecord, ...concepts: readonly string[]): boolean {
  const ids = textsAt(raw, 'classified_as', 'id');
  return concepts.some((concept) => ids.some((id) => id.endsWith(concept)));
}

/** Returns the name of a Linked Art entity, such as a person; of a list of entities, the first name that is found. */
function linkedArtName(entity: unknown): string {
  const names = objectsAt(entity, 'identified_by').filter((one) => textAt(one, 'type') === 'Name');
  return textAt(names, 'content') || textAt(entity, '_label');
}

function namesAt(value: unknown, ...path: readonly string[]): string[] {
  return objectsAt(value, ...path)
    .map(linkedArtName)
    .filter((name) => name !== '');
}

function statement(raw: RawRecord, ...concepts: readonly string[]): string {
  const found = objectsAt(raw, 'referred_to_by').find((one) => isClassified(one, ...concepts));
  return textAt(found, 'content');
}

/** Returns the production of a work and the parts of this production; each part has its own makers, techniques and time. */
function productionsOf(raw: RawRecord): RawRecord[] {
  const whole = objectsAt(raw, 'produced_by');
  return [...whole, ...objectsAt(whole, 'part')];
}

function producersOf(productions: readonly RawRecord[]): ExtractedMakerFacts[] {
  return namesAt(productions, 'carried_out_by').map((name) => ({ name }));
}

function timeOfProduction(
  productions: readonly RawRecord[],
): Pick<ExtractedWorkFacts, 'date' | 'from' | 'to'> {
  const span = objectsAt(productions, 'timespan')[0];
  const begin = textAt(span, 'begin_of_the_begin');
  const end = textAt(span, 'end_of_the_end');
  const [from, to] = [yearOfIsoDate(begin), yearOfIsoDate(end)];
  // An end at the first moment of a year means the end of the previous year.
  const isOpenEnd = to !== null && from !== null && to > from && /-01-01T00:00:00/.test(end);
  return {
    date: linkedArtName(span) || [...new Set([from, to])].filter((year) => year !== null).join('-'),
    from,
    to: isOpenEnd ? to - 1 : to,
  };
}

function accessionOf(raw: RawRecord): string {
  const identifiers = objectsAt(raw, 'identified_by').filter(
    (one) => textAt(one, 'type') === 'Identifier',
  );
  const accession = identifiers.find((one) => isClassified(one, AAT.accession, AAT.localNumber));
  return textAt(accession ?? identifiers[0], 'content');
}

function titlesOf(raw: RawRecord): string[] {
  const names = objectsAt(raw, 'identified_by').filter((one) => textAt(one, 'type') === 'Name');
  const isPreferred = (name: RawRecord): boolean => isClassified(name, AAT.preferredName);
  const ordered = [...names.filter(isPreferred), ...names.filter((name) => !isPreferred(name))];
  return [...textsAt(ordered, 'content'), ...textsAt(raw, '_label')];
}

function linksOf(raw: RawRecord): Pick<ExtractedWorkFacts, 'page' | 'image' | 'iiif'> {
  const about = objectsAt(raw, 'subject_of', 'digitally_carried_by');
  const page = about.find(
    (one) => isClassified(one, AAT.webPage) || textAt(one, 'format') === 'text/html',
  );
  const manifest = about.find((one) =>
    textsAt(one, 'conforms_to', 'id').some((id) => /iiif\.io\/api\/presentation/.test(id)),
  );
  const shown = objectsAt(raw, 'representation', 'digitally_shown_by');
  return {
    page: textAt(page, 'access_point', 'id'),
    image:
      textAt(shown, 'access_point', 'id') ||
      textsAt(shown, 'id').find((id) => /^https?:/.test(id)) ||
      '',
    iiif: textAt(manifest, 'access_point', 'id'),
  };
}

function rightsStatements(raw: RawRecord): string[] {
  const shown = objectsAt(raw, 'representation', 'digitally_shown_by');
  return [
    ...textsAt(shown, 'subject_to', 'classified_as', 'id'),
    ...textsAt(raw, 'subject_to', 'classified_as', 'id'),
  ];
}

/** Extracts the facts of a work from a record in Linked Art (JSON-LD). */
export function linkedArtFacts(raw: RawRecord): ExtractedWorkFacts {
  const productions = productionsOf(raw);
  const materials = namesAt(raw, 'made_of');
  return {
    id: textAt(raw, 'id'),
    titles: titlesOf(raw),
    makers: producersOf(productions),
    ...timeOfProduction(productions),
    medium:
      statement(raw, AAT.materials) ||
      [...materials, ...namesAt(productions, 'technique')].join('; '),
    dimensions: statement(raw, AAT.dimensions),
    kinds: namesAt(raw, 'classified_as').filter(
      (kind) => !/^(?:artwork|works? of art)$/i.test(kind),
    ),
    subjects: [
      ...namesAt(raw, 'shows', 'represents'),
      ...namesAt(raw, 'shows', 'about'),
      ...namesAt(raw, 'shows', 'represents_instance_of_type'),
    ],
    places: namesAt(productions, 'took_place_at'),
    description: statement(raw, ...AAT.descriptions),
    accession: accessionOf(raw),
    institution: namesAt(raw, 'current_keeper')[0] ?? namesAt(raw, 'current_owner')[0] ?? '',
    ...linksOf(raw),
    rights: rightsStatements(raw),
  };
}
