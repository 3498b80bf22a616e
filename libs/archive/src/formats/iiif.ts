import { isObject, type RawRecord } from '../sources/source.ts';
import { elementText, listOf, objectsAt, textAt, textsAt, valuesAt } from './elements.ts';
import { isImageAddress, type ExtractedWorkFacts, yearOfIsoDate } from './work-facts.ts';

const PRESENTATION_3 = /iiif\.io\/api\/presentation\/3\//;

/** True for a manifest of the IIIF Presentation API 3. */
export function isManifest(raw: RawRecord): boolean {
  return textAt(raw, 'type') === 'Manifest' && isObject(raw['label']);
}

/** Describes a IIIF resource without a record (a collection, or an older manifest) for an error message; null for others. */
export function iiifWithoutRecords(raw: RawRecord): string | null {
  const isIiif = textsAt(raw, '@context').some((text) => PRESENTATION_3.test(text));
  if (isIiif && textAt(raw, 'type') === 'Collection')
    return 'a IIIF collection, which lists the addresses of manifests: fetch the manifests and import them';
  if (textAt(raw, '@type') === 'sc:Manifest')
    return 'a manifest of the IIIF Presentation API 2: export it as version 3';
  return null;
}

/** Returns the texts of a language map `{"en": ["…"], "none": ["…"]}`, English first. */
function texts(map: unknown): string[] {
  if (!isObject(map)) return [elementText(map)].filter((text) => text !== '');
  const names = Object.keys(map);
  const rank = (name: string): number => (/^en\b/i.test(name) ? 0 : name === 'none' ? 1 : 2);
  return names
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((name) => listOf(map[name]).map(elementText))
    .filter((text) => text !== '');
}

function firstText(map: unknown): string {
  return texts(map)[0] ?? '';
}

/** The name of a fact about a work that the metadata of an IIIF manifest may state. */
type ManifestWorkFactName =
  | 'creator'
  | 'date'
  | 'medium'
  | 'dimensions'
  | 'kind'
  | 'subject'
  | 'place'
  | 'culture'
  | 'language'
  | 'accession'
  | 'institution'
  | 'group'
  | 'rights';
/** Patterns of metadata labels, each with its fact. IIIF standardises no labels, so every institution has its own. */
const LABELS: readonly (readonly [RegExp, ManifestWorkFactName])[] = [
  [
    /^(?:creators?|artists?|authors?|makers?|photographers?|painter|by|künstler(?:in)?|autor(?:in)?|urheber|verfasser|auteurs?|artistes?|créateurs?|autores|artista|autore|maker|kunstenaar|vervaardiger)$/,
    'creator',
  ],
  [
    /^(?:dates?|created|date created|creation date|date of (?:creation|publication)|published|publication date|datum|datierung|entstehungszeit|année|fecha|data|datering|origin date)$/,
    'date',
  ],
  [
    /^(?:medium|materials?|technique|materials? and techniques?|support|material(?:ien)?|technik|matériaux?|técnica|tecnica|materiaal)$/,
    'medium',
  ],
  [
    /^(?:dimensions?|size|extent|physical description|maße|abmessungen|dimensiones|dimensioni|afmetingen)$/,
    'dimensions',
  ],
  [
    /^(?:type|object type|work type|genre|form|format|classification|category|object|objekttyp|gattung|art|type d'objet|tipo|soort)$/,
    'kind',
  ],
  [
    /^(?:subjects?|topics?|keywords?|depicts|schlagw[oö]rt(?:er)?|thema|sujets?|temas?|soggetto|onderwerp)$/,
    'subject',
  ],
  [
    /^(?:places?|place of origin|origin|location of origin|country|geography|ort|herkunft|entstehungsort|lieu|lugar|luogo|plaats)$/,
    'place',
  ],
  [/^(?:culture|period|style|dynasty|kultur|epoche|stil|période|époque|época)$/, 'culture'],
  [/^(?:languages?|sprachen?|langues?|idioma|lingua|taal)$/, 'language'],
  [
    /^(?:accession(?: number| no\.?)?|inventory (?:number|no\.?)|object (?:number|id)|identifiers?|shelfmark|call number|reference|signatur|inventarnummer|cote|numéro d'inventaire|signatura)$/,
    'accession',
  ],
  [
    /^(?:institution|repository|holding institution|museum|library|current location|owner|einrichtung|bibliothek|sammlung|conservation|institución)$/,
    'institution',
  ],
  [/^(?:series|part of|portfolio|album|serie|série)$/, 'group'],
  [/^(?:rights|licen[cs]e|copyright|terms of use|rechte|lizenz|droits)$/, 'rights'],
];

function factNamed(label: string): ManifestWorkFactName | undefined {
  const plain = label
    .toLowerCase()
    .replace(/\s*:\s*$/, '')
    .trim();
  return LABELS.find(([shape]) => shape.test(plain))?.[1];
}

/** Returns the values in the manifest's `metadata` by fact. The label of a value states its fact; LABELS has known labels. */
function labelledFacts(raw: RawRecord): ReadonlyMap<ManifestWorkFactName, readonly string[]> {
  const facts = new Map<ManifestWorkFactName, string[]>();
  for (const entry of objectsAt(raw, 'metadata')) {
    const fact = texts(entry['label'])
      .map(factNamed)
      .find((known) => known !== undefined);
    if (fact !== undefined) facts.set(fact, [...(facts.get(fact) ?? []), ...texts(entry['value'])]);
  }
  return facts;
}

/** Returns the URL of the image of the first page that has one. */
function imageOf(raw: RawRecord): string {
  const bodies = objectsAt(raw, 'items', 'items', 'items', 'body');
  const image = bodies.find(
    (body) => textAt(body, 'type') === 'Image' || isImageAddress(textAt(body, 'id')),
  );
  return textAt(image, 'id');
}

/** Extracts the facts of a work from a manifest of the IIIF Presentation API 3. */
export function manifestFacts(raw: RawRecord): ExtractedWorkFacts {
  const metadata = labelledFacts(raw);
  const get = (fact: ManifestWorkFactName): readonly string[] => metadata.get(fact) ?? [];
  const [date = ''] = get('date');
  const provider = objectsAt(raw, 'provider')[0];
  const homepage = textAt(raw, 'homepage', 'id') || textAt(provider, 'homepage', 'id');
  return {
    id: textAt(raw, 'id'),
    titles: texts(raw['label']),
    makers: get('creator').map((name) => ({ name })),
    date,
    from: date === '' ? yearOfIsoDate(textAt(raw, 'navDate')) : null,
    medium: get('medium').join('; '),
    dimensions: get('dimensions')[0] ?? '',
    kinds: get('kind'),
    subjects: get('subject'),
    culture: get('culture'),
    places: get('place'),
    group: get('group')[0] ?? '',
    description: firstText(raw['summary']),
    languages: get('language'),
    accession: get('accession')[0] ?? '',
    institution: firstText(provider?.['label']) || (get('institution')[0] ?? ''),
    page: homepage,
    image: imageOf(raw),
    thumbnail: valuesAt(raw, 'thumbnail', 'id').map(elementText)[0] ?? '',
    iiif: textAt(raw, 'id'),
    rights: [...textsAt(raw, 'rights'), ...get('rights')],
  };
}
