import type { RawRecord } from '../sources/source.ts';
import { elementText, objectsAt, textAt, textsAt, valuesAt } from './elements.ts';
import { type ExtractedMakerFacts, type ExtractedWorkFacts, yearOfIsoDate } from './work-facts.ts';

const DESCRIPTIVE = 'lido:descriptiveMetadata';
const IDENTIFICATION = 'lido:objectIdentificationWrap';
const VALUE = 'lido:appellationValue';
/** Matches the types of events in which a work is made: ids of the LIDO terminology, or names in several languages. */
const MAKING =
  /lido0000?7\b|lido00012\b|lido00228\b|lido00224\b|^(?:production|creation|design|making|herstellung|entstehung|erschaffung|entwurf|création|fabrication|producción|creación|produzione|creazione)$/i;

/** Returns the labels of the concepts at a path, as LIDO terms or SKOS labels. */
function conceptLabels(value: unknown, ...path: readonly string[]): string[] {
  return valuesAt(value, ...path).flatMap((concept) => [
    ...textsAt(concept, 'lido:term'),
    ...textsAt(concept, 'skos:Concept', 'skos:prefLabel'),
  ]);
}

/** Returns the texts of XML elements. Those of elements with `lido:pref="preferred"` come first. */
function preferred(values: readonly unknown[]): string[] {
  const rank = (value: unknown): number => (textAt(value, '@lido:pref') === 'preferred' ? 0 : 1);
  return [...values]
    .sort((a, b) => rank(a) - rank(b))
    .map(elementText)
    .filter((text) => text !== '');
}

function eventsOf(description: readonly RawRecord[]): RawRecord[] {
  const events = objectsAt(description, 'lido:eventWrap', 'lido:eventSet', 'lido:event');
  const made = events.filter((event) =>
    [
      ...conceptLabels(event, 'lido:eventType'),
      ...textsAt(event, 'lido:eventType', 'lido:conceptID'),
      ...textsAt(event, 'lido:eventType', 'skos:Concept', '@rdf:about'),
    ].some((text) => MAKING.test(text)),
  );
  return made.length > 0 ? made : events.slice(0, 1);
}

function lidoMakers(events: readonly RawRecord[]): ExtractedMakerFacts[] {
  return objectsAt(events, 'lido:eventActor').flatMap((eventActor) => {
    const inRole = objectsAt(eventActor, 'lido:actorInRole');
    const actor = objectsAt(inRole, 'lido:actor');
    const named = preferred(valuesAt(actor, 'lido:nameActorSet', VALUE))[0];
    const name = named ?? textAt(eventActor, 'lido:displayActorInRole');
    if (name === '') return [];
    const life = ['lido:earliestDate', 'lido:latestDate'].map((date) =>
      textAt(actor, 'lido:vitalDatesActor', date).slice(0, 4),
    );
    const nationality = conceptLabels(actor, 'lido:nationalityActor')[0] ?? '';
    const qualifier = textAt(inRole, 'lido:attributionQualifierActor');
    return {
      name,
      ...(qualifier === '' ? {} : { role: qualifier }),
      bio: `${nationality}, ${life.join('-')}`,
    };
  });
}

/** Returns the URLs of a record's image and thumbnail. Without another image, the thumbnail is used as the image too. */
function lidoImages(resources: readonly RawRecord[]): { image: string; thumbnail: string } {
  const links = objectsAt(resources, 'lido:resourceRepresentation').map((one) => ({
    type: textAt(one, '@lido:type'),
    address: textAt(one, 'lido:linkResource'),
  }));
  const thumbnail = links.find(({ type }) => /thumb|lido00451/i.test(type))?.address ?? '';
  const image = links.find(({ address }) => address !== '' && address !== thumbnail)?.address;
  return { image: image ?? thumbnail, thumbnail };
}

function lidoRights(value: unknown, ...path: readonly string[]): string[] {
  return objectsAt(value, ...path).flatMap((rights) => [
    ...textsAt(rights, 'lido:rightsType', 'lido:conceptID'),
    ...textsAt(rights, 'lido:rightsType', 'skos:Concept', '@rdf:about'),
    ...conceptLabels(rights, 'lido:rightsType'),
  ]);
}

function lidoSubjects(description: readonly RawRecord[]): string[] {
  const sets = objectsAt(
    description,
    'lido:objectRelationWrap',
    'lido:subjectWrap',
    'lido:subjectSet',
  );
  const subjects = objectsAt(sets, 'lido:subject');
  return [
    ...conceptLabels(subjects, 'lido:subjectConcept'),
    ...textsAt(subjects, 'lido:subjectActor', 'lido:actor', 'lido:nameActorSet', VALUE),
    ...textsAt(subjects, 'lido:subjectPlace', 'lido:place', 'lido:namePlaceSet', VALUE),
    ...(subjects.length === 0 ? textsAt(sets, 'lido:displaySubject') : []),
  ];
}

function recordFactsOf(
  raw: RawRecord,
): Pick<ExtractedWorkFacts, 'page' | 'image' | 'thumbnail' | 'rights'> {
  const administrative = objectsAt(raw, 'lido:administrativeMetadata');
  const resources = objectsAt(administrative, 'lido:resourceWrap', 'lido:resourceSet');
  const published = textsAt(raw, 'lido:objectPublishedID').find((text) => /^https?:/i.test(text));
  return {
    page:
      textAt(administrative, 'lido:recordWrap', 'lido:recordInfoSet', 'lido:recordInfoLink') ||
      (published ?? ''),
    ...lidoImages(resources),
    rights: [
      ...lidoRights(resources, 'lido:rightsResource'),
      ...lidoRights(administrative, 'lido:rightsWorkWrap', 'lido:rightsWorkSet'),
    ],
  };
}

/** Extracts the facts of a work from a LIDO record (1.0 and 1.1): the object and the events in which it was made. */
export function lidoFacts(raw: RawRecord): ExtractedWorkFacts {
  const description = objectsAt(raw, DESCRIPTIVE);
  const identification = objectsAt(description, IDENTIFICATION);
  const kinds = objectsAt(description, 'lido:objectClassificationWrap');
  const repository = objectsAt(identification, 'lido:repositoryWrap', 'lido:repositorySet');
  const events = eventsOf(description);
  const date = (name: string): string => textAt(events, 'lido:eventDate', 'lido:date', name);
  const [from, to] = [date('lido:earliestDate'), date('lido:latestDate')];
  return {
    id: textAt(raw, 'lido:lidoRecID'),
    titles: preferred(valuesAt(identification, 'lido:titleWrap', 'lido:titleSet', VALUE)),
    makers: lidoMakers(events),
    date:
      textAt(events, 'lido:eventDate', 'lido:displayDate') ||
      [...new Set([from, to])].filter((one) => one !== '').join('-'),
    from: yearOfIsoDate(from),
    to: yearOfIsoDate(to),
    medium:
      textAt(events, 'lido:eventMaterialsTech', 'lido:displayMaterialsTech') ||
      conceptLabels(
        events,
        'lido:eventMaterialsTech',
        'lido:materialsTech',
        'lido:termMaterialsTech',
      ).join('; '),
    dimensions: textAt(
      identification,
      ...[
        'lido:objectMeasurementsWrap',
        'lido:objectMeasurementsSet',
        'lido:displayObjectMeasurements',
      ],
    ),
    kinds: [
      ...conceptLabels(kinds, 'lido:objectWorkTypeWrap', 'lido:objectWorkType'),
      ...conceptLabels(kinds, 'lido:classificationWrap', 'lido:classification'),
    ],
    subjects: lidoSubjects(description),
    culture: [
      ...conceptLabels(events, 'lido:culture'),
      ...conceptLabels(events, 'lido:periodName'),
    ],
    places: [
      ...textsAt(events, 'lido:eventPlace', 'lido:place', 'lido:namePlaceSet', VALUE),
      ...textsAt(events, 'lido:eventPlace', 'lido:displayPlace'),
    ],
    description: textAt(
      identification,
      ...['lido:objectDescriptionWrap', 'lido:objectDescriptionSet', 'lido:descriptiveNoteValue'],
    ),
    accession: textAt(repository, 'lido:workID'),
    institution: textAt(repository, 'lido:repositoryName', 'lido:legalBodyName', VALUE),
    ...recordFactsOf(raw),
  };
}
