import type { EuropeanaMediaType } from '../record/archive-record.ts';
import { isObject, type RawRecord } from '../sources/source.ts';
import { shortName } from '../xml/xml-names.ts';
import { elementText, listOf, objectsAt, textAt, textsAt, valuesAt } from './elements.ts';
import { type ExtractedWorkFacts, yearOfIsoDate } from './work-facts.ts';

const WORK = 'edm:ProvidedCHO';
const AGGREGATION = 'ore:Aggregation';
const ABOUT = '@rdf:about';
const RESOURCE = '@rdf:resource';
const MEDIA_TYPES: ReadonlySet<string> = new Set(['IMAGE', 'TEXT', 'SOUND', 'VIDEO', '3D']);
/** Classes of EDM resources (persons, places, times, concepts) that others refer to and that have a label. */
const CONTEXTS = ['edm:Agent', 'edm:Place', 'edm:TimeSpan', 'skos:Concept'];

/** True for a record in EDM (Europeana Data Model): its resources, grouped by class. */
export function isEdm(raw: RawRecord): boolean {
  return raw[WORK] !== undefined || raw[AGGREGATION] !== undefined;
}

/** True for a record in EDM (Europeana Data Model) as JSON-LD: a graph with a resource that is a work. */
export function isEdmGraph(raw: RawRecord): boolean {
  return objectsAt(raw, '@graph').some((node) => resourceClasses(node).includes(WORK));
}

function resourceClasses(node: RawRecord): string[] {
  return textsAt(node, '@type').map(shortName);
}

/** Groups the resources of a JSON-LD graph by class, in the form that parsed RDF/XML has. */
export function edmOfGraph(raw: RawRecord): RawRecord {
  const grouped: Record<string, RawRecord[]> = {};
  for (const node of objectsAt(raw, '@graph')) {
    const resource: Record<string, unknown> = { [ABOUT]: textAt(node, '@id') };
    for (const [name, value] of Object.entries(node))
      if (!name.startsWith('@')) resource[shortName(name)] = listOf(value).map(xmlValueOf);
    for (const type of resourceClasses(node)) (grouped[type] ??= []).push(resource);
  }
  return grouped;
}

/** Converts `{"@value": "x", "@language": "en"}` and `{"@id": "x"}` to the form that parsed RDF/XML has. */
function xmlValueOf(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (typeof value['@id'] === 'string') return { [RESOURCE]: value['@id'] };
  return { '#': value['@value'], '@xml:lang': value['@language'] };
}

/** Returns the URL at a path: that of the resource which the value refers to (`rdf:resource`), else the text of the value. */
function addressAt(value: unknown, ...path: readonly string[]): string {
  const [found] = valuesAt(value, ...path);
  return textAt(found, RESOURCE) || elementText(found);
}

/** Returns the English label of a resource, else its first label. */
function labelOf(resource: RawRecord): string {
  const labels = valuesAt(resource, 'skos:prefLabel');
  const english = labels.find((label) => textAt(label, '@xml:lang').startsWith('en'));
  return elementText(english ?? labels[0]);
}

/** The EDM resources that describe a work, with the labels of the resources that they refer to. */
class EdmWorkResources {
  readonly #raw: RawRecord;
  readonly #described: readonly RawRecord[];
  readonly #labels: ReadonlyMap<string, string>;

  constructor(raw: RawRecord) {
    this.#raw = raw;
    // Europeana describes a work by several proxies (descriptions by its provider and by Europeana). The provider's come first.
    const proxies = objectsAt(raw, 'ore:Proxy');
    const isOwn = (proxy: RawRecord): boolean => textAt(proxy, 'edm:europeanaProxy') === 'true';
    const ofProvider = proxies.filter((proxy) => !isOwn(proxy));
    this.#described = [...objectsAt(raw, WORK), ...ofProvider, ...proxies.filter(isOwn)];
    this.#labels = new Map(
      CONTEXTS.flatMap((name) => objectsAt(raw, name)).map((resource) => [
        textAt(resource, ABOUT),
        labelOf(resource),
      ]),
    );
  }

  /** Returns the texts of these properties of the work. A reference to a resource is replaced by the label of the resource. */
  texts(...names: readonly string[]): string[] {
    const texts = names.flatMap((name) =>
      valuesAt(this.#described, name).map((value) => elementText(value) || this.#labelOf(value)),
    );
    return [...new Set(texts.filter((text) => text !== ''))];
  }

  #labelOf(value: unknown): string {
    const nested = isObject(value)
      ? CONTEXTS.flatMap((name) => objectsAt(value, name))[0]
      : undefined;
    return nested === undefined
      ? (this.#labels.get(textAt(value, RESOURCE)) ?? '')
      : labelOf(nested);
  }

  /** Returns a property of the aggregation, the resource with the links and rights of a work, such as the URL of its page. */
  aggregated(name: string): string {
    const own = objectsAt(this.#raw, AGGREGATION);
    const address = addressAt(own, name);
    return this.#labels.get(address) ?? address;
  }

  timeSpan(): { readonly from: number | null; readonly to: number | null } {
    const dates = valuesAt(this.#described, 'dcterms:created').map((value) =>
      textAt(value, RESOURCE),
    );
    const span = objectsAt(this.#raw, 'edm:TimeSpan').find((one) =>
      dates.includes(textAt(one, ABOUT)),
    );
    return {
      from: yearOfIsoDate(textAt(span, 'edm:begin')),
      to: yearOfIsoDate(textAt(span, 'edm:end')),
    };
  }
}

/** Extracts the facts of a work from a record in the Europeana Data Model (EDM). */
export function edmFacts(raw: RawRecord): ExtractedWorkFacts {
  const work = new EdmWorkResources(raw);
  const first = (...names: readonly string[]): string => work.texts(...names)[0] ?? '';
  const type = first('edm:type').toUpperCase();
  return {
    id: textAt(raw, WORK, ABOUT) || addressAt(raw, AGGREGATION, 'edm:aggregatedCHO'),
    titles: work.texts('dc:title', 'dcterms:alternative'),
    makers: [
      ...work.texts('dc:creator').map((name) => ({ name })),
      ...work.texts('dc:contributor').map((name) => ({ name, role: 'contributor' })),
      ...work.texts('dc:publisher').map((name) => ({ name, role: 'publisher' })),
    ],
    date: first('dcterms:created', 'dc:date', 'dcterms:issued'),
    ...work.timeSpan(),
    type: MEDIA_TYPES.has(type) ? (type as EuropeanaMediaType) : undefined,
    medium: work
      .texts('dcterms:medium', 'dc:format')
      .filter((text) => !/^[a-z]+\/[\w.+-]+$/.test(text))
      .join('; '),
    dimensions: first('dcterms:extent'),
    kinds: work.texts('dc:type', 'edm:hasType'),
    subjects: work.texts('dc:subject'),
    culture: work.texts('dcterms:temporal'),
    places: work
      .texts('dcterms:spatial', 'edm:currentLocation')
      .filter((text) => !/^https?:/.test(text)),
    group: first('dcterms:isPartOf'),
    description: first('dc:description'),
    languages: work.texts('dc:language'),
    accession:
      work.texts('dc:identifier').find((text) => !/^(?:https?|urn|oai):/i.test(text)) ?? '',
    institution: work.aggregated('edm:dataProvider'),
    page: work.aggregated('edm:isShownAt'),
    image: work.aggregated('edm:isShownBy') || work.aggregated('edm:object'),
    thumbnail: work.aggregated('edm:object'),
    rights: [work.aggregated('edm:rights'), ...work.texts('dc:rights', 'dcterms:rights')],
  };
}
