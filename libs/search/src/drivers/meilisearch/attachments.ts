import type { MultiSearchQuery } from 'meilisearch';
import { SearchEngineError } from '../../search-engine-error.ts';
import type { MeilisearchClient } from './engine.ts';

/**
 * Maximum size of one stored part of an attachment (bytes stored under a name), in bytes; well below Meilisearch's payload
 * limit.
 */
const PART_BYTES = 512 * 1024;
const PARTS_MAX = 10_000;
/** Name of the attachment (bytes stored with an index version) in which a commit of a build stores the IndexVersionSummary. */
export const VERSION_FACTS = 'version';

/**
 * Names of the Meilisearch indexes of one archive: for each version one for documents and one for attachments (bytes stored
 * under a name). `next` is the version that is being built.
 */
export interface MeilisearchIndexNames {
  readonly serving: string;
  readonly servingAttachments: string;
  readonly previous: string;
  readonly previousAttachments: string;
  readonly next: string;
  readonly nextAttachments: string;
}

/** Name, number of documents and build time of a finished version of the index. */
export interface IndexVersionSummary {
  readonly version: string;
  readonly documents: number;
  readonly builtAt: number;
  readonly previous: string | null;
}

/** Returns the Meilisearch index names that begin with this prefix. */
export function namesOf(prefix: string): MeilisearchIndexNames {
  return {
    serving: prefix,
    servingAttachments: `${prefix}-side`,
    previous: `${prefix}-prev`,
    previousAttachments: `${prefix}-prev-side`,
    next: `${prefix}-next`,
    nextAttachments: `${prefix}-next-side`,
  };
}

/** Splits an attachment into Meilisearch documents, one per part. */
export function attachmentParts(name: string, bytes: Uint8Array): object[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.max(1, Math.ceil(all.length / PART_BYTES));
  return Array.from({ length: count }, (_, part) => ({
    key: `${Buffer.from(name, 'utf8').toString('hex')}-${part}`,
    name,
    part,
    parts: count,
    data: all.subarray(part * PART_BYTES, (part + 1) * PART_BYTES).toString('base64'),
  }));
}

/**
 * Returns the search query for all parts of an attachment. The parts are searched and not listed, because the API key of the
 * surf service permits searches only.
 */
export function attachmentQuery(attachmentsUid: string, name: string): MultiSearchQuery {
  return {
    indexUid: attachmentsUid,
    q: '',
    filter: [`name = "${name.replace(/["\\]/g, '\\$&')}"`],
    sort: ['part:asc'],
    limit: PARTS_MAX,
    attributesToRetrieve: ['name', 'part', 'parts', 'data'],
  };
}

/**
 * Reads an attachment; null when it does not exist. Ignores parts beyond the stored count: an earlier, longer attachment of
 * this name left them.
 */
export async function readAttachment(
  engine: MeilisearchClient,
  attachmentsUid: string,
  name: string,
): Promise<Buffer | null> {
  const [answer] = await engine.search([attachmentQuery(attachmentsUid, name)]);
  const hits = answer?.hits ?? [];
  if (hits.length === 0) return null;
  const parts = Number(hits[0]?.['parts'] ?? hits.length);
  return Buffer.concat(
    hits.slice(0, parts).map((hit) => Buffer.from(String(hit['data']), 'base64')),
  );
}

/**
 * Reads name, size and build time of the version whose attachments are in this Meilisearch index; null when it contains no
 * finished version.
 */
export async function readVersionFacts(
  engine: MeilisearchClient,
  attachmentsUid: string,
): Promise<IndexVersionSummary | null> {
  try {
    const bytes = await readAttachment(engine, attachmentsUid, VERSION_FACTS);
    // `commitNext` wrote this JSON, so its structure is not checked.
    return bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as IndexVersionSummary);
  } catch (error) {
    if (error instanceof SearchEngineError && error.reason === 'no_index') return null;
    throw error;
  }
}
