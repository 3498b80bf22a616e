import { isObject, type RawRecord, type RecordSource } from '../sources/source.ts';
import { sourceNamed } from '../sources/sources.ts';
import { dublinCoreFacts, isDublinCore, isDublinCoreTable } from './dublin-core.ts';
import { edmFacts, edmOfGraph, isEdm, isEdmGraph } from './edm.ts';
import { objectsAt, textAt } from './elements.ts';
import { isManifest, manifestFacts } from './iiif.ts';
import { lidoFacts } from './lido.ts';
import { isLinkedArt, linkedArtFacts } from './linked-art.ts';
import { marcFacts } from './marc.ts';
import {
  type MuseumCollection,
  recordOfFacts,
  sourceIdOf,
  type ExtractedWorkFacts,
} from './work-facts.ts';

/** A standard format of museum or library data, such as LIDO. Its files are imported without a mapping file. */
export interface StandardRecordFormat {
  /** Name of the format in messages to the operator. */
  readonly name: string;
  readonly recognises: (raw: RawRecord) => boolean;
  readonly factsOf: (raw: RawRecord) => ExtractedWorkFacts;
}

/** All standard formats; the first one that recognises a record is used. */
export const STANDARD_FORMATS: readonly StandardRecordFormat[] = [
  {
    name: 'LIDO',
    recognises: (raw) => raw['lido:descriptiveMetadata'] !== undefined,
    factsOf: lidoFacts,
  },
  {
    name: 'MARCXML',
    recognises: (raw) => raw['marc:leader'] !== undefined || raw['marc:datafield'] !== undefined,
    factsOf: marcFacts,
  },
  { name: 'EDM', recognises: isEdm, factsOf: edmFacts },
  { name: 'EDM', recognises: isEdmGraph, factsOf: (raw) => edmFacts(edmOfGraph(raw)) },
  { name: 'Linked Art', recognises: isLinkedArt, factsOf: linkedArtFacts },
  { name: 'IIIF', recognises: isManifest, factsOf: manifestFacts },
  {
    name: 'Dublin Core',
    recognises: isDublinCore,
    factsOf: dublinCoreFacts,
  },
];

/** A parsed record: its OAI-PMH header if it was harvested, its format, and the facts of its work. */
interface StandardFormatParseResult {
  readonly header: RawRecord | null;
  readonly format: StandardRecordFormat | undefined;
  /** Null for a deleted record, and for a record of no standard format. */
  readonly facts: ExtractedWorkFacts | null;
}

function read(raw: RawRecord): StandardFormatParseResult {
  const header = objectsAt(raw, 'oai:header')[0] ?? null;
  const work = header === null ? raw : metadataOf(raw);
  const format = work === null ? undefined : STANDARD_FORMATS.find((one) => one.recognises(work));
  const facts = work === null ? null : (format?.factsOf(work) ?? null);
  return { header, format, facts };
}

/** Returns the content of a harvested record's OAI-PMH element `metadata`; null when there is none. */
function metadataOf(raw: RawRecord): RawRecord | null {
  const [metadata = {}] = objectsAt(raw, 'oai:metadata');
  for (const [name, value] of Object.entries(metadata))
    if (!/^[#@]/.test(name) && isObject(value)) return { '#name': name, ...value };
  return null;
}

function isDeleted({ header }: StandardFormatParseResult): boolean {
  return textAt(header, '@status') === 'deleted';
}

/**
 * Returns the id of a record. For a harvested record it is the identifier in the OAI-PMH header, because a deleted record has
 * nothing else; for others it is the id in the record's facts.
 */
function idOf({ header, facts }: StandardFormatParseResult): string {
  return sourceIdOf(header === null ? (facts?.id ?? '') : textAt(header, 'oai:identifier'));
}

/** True for a record of a standard format, and for the notice of OAI-PMH that a record was deleted. */
export function isStandardRecord(raw: RawRecord): boolean {
  const record = read(raw);
  return isDeleted(record) || record.format !== undefined;
}

/** True when these column names are those of a table in a standard format. */
export function isStandardTable(columns: readonly string[]): boolean {
  return isDublinCoreTable(columns);
}

const ONE_DAY_MS = 86_400_000;

/** Makes the source of a collection whose files are in standard formats. The format of each record is detected separately. */
export function standardSource(collection: MuseumCollection): RecordSource {
  // The import calls `idOf`, `changedOn` and `map` for each record in turn, so the last parsed record is cached.
  let last: { readonly raw: RawRecord; readonly record: StandardFormatParseResult } | null = null;
  const recordOf = (raw: RawRecord): StandardFormatParseResult => {
    if (last?.raw !== raw) last = { raw, record: read(raw) };
    return last.record;
  };
  return {
    name: collection.name,
    dataset: collection.name,
    institution: collection.institution,
    shapes: [],
    idOf: (raw) => idOf(recordOf(raw)),
    map: (raw, tools) => {
      const record = recordOf(raw);
      if (record.facts === null) return 'no_content';
      return recordOfFacts({ ...record.facts, id: idOf(record) }, collection, tools);
    },
    changedOn: (raw) => {
      const time = Date.parse(textAt(recordOf(raw).header, 'oai:datestamp'));
      // The time of day matters: a record may be changed and deleted on the same day.
      return Number.isNaN(time) ? null : time / ONE_DAY_MS;
    },
    ...(collection.isHarvested ? { isDeleted: (raw) => isDeleted(recordOf(raw)) } : {}),
  };
}

/** Pattern of the name of a collection, the same as that of `source` in a mapping file. */
const COLLECTION_NAME = /^[a-z][a-z0-9-]{1,30}$/;
const COLLECTION_NAME_CHARS_MAX = 31;

/** True for a text that can be a collection name. */
export function isCollectionName(text: string): boolean {
  return COLLECTION_NAME.test(text) && text !== 'generic';
}

/**
 * Returns the collection to which a file belongs, from the file's first record. Its name is `given`, else it is made from the
 * host in the record's id, from the institution, or from the format.
 */
export function collectionOf(raw: RawRecord, given: string | undefined): MuseumCollection {
  const { header, facts, format } = read(raw);
  const institution = facts?.institution ?? '';
  const id = textAt(header, 'oai:identifier') || (facts?.id ?? '');
  const host = HOST.exec(id)?.[1] ?? '';
  const derived = [host, institution, format?.name ?? ''].map(slug);
  const name = given ?? derived.find(isCollectionName) ?? 'collection';
  return {
    name,
    institution: institution === '' ? name : institution,
    isHarvested: header !== null,
  };
}

/** Returns a collection name for a host: `oai.museum.example` becomes `oai-museum-example`. */
export function collectionNameOf(host: string): string {
  const name = slug(host);
  return isCollectionName(name) ? name : 'collection';
}

/** Matches the host in an OAI identifier (`oai:museum.example:1`) or URL. */
const HOST = /^(?:oai:|https?:\/\/(?:www\.)?)([a-z0-9-]+(?:\.[a-z0-9-]+)+)/i;

function slug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, COLLECTION_NAME_CHARS_MAX)
    .replace(/-+$/, '');
  // A name of a built-in museum source is reserved for the files of that source, so the collection gets a suffix.
  return sourceNamed(plain) === undefined ? plain : `${plain}-records`;
}
