import {
  SEARCH_FIELDS,
  type SearchDocument,
  SearchFault,
  type SearchFaultReason,
} from '@bridge/search';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';

/** Characters of packed text in one message (contracts: 400 KiB). */
export const PIECE_CHARS_MAX = 400 * 1024;
/** Unpacked bytes that a piece may become: a packed message of any other sender could be a bomb. */
const UNPACKED_BYTES_MAX = 64 * 1024 * 1024;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Bytes as the text of a message. */
export async function packed(text: string): Promise<string> {
  const bytes = await compress(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
  return bytes.toString('base64');
}

/** The text of `packed`. Errors: those of zstd, also for what would grow beyond all measure. */
export async function unpacked(data: string): Promise<string> {
  const bytes = Buffer.from(data, 'base64');
  return (await decompress(bytes, { maxOutputLength: UNPACKED_BYTES_MAX })).toString('utf8');
}

const searchDocuments = z.array(
  z.object({
    id: z.string().min(1).max(200),
    rank: z.number().min(0).max(100),
    hash: z.string().max(64),
    stamp: z.number(),
    fields: z.array(z.string()).length(SEARCH_FIELDS.length),
    facets: z.object({
      type: z.string(),
      source: z.string(),
      rights: z.string(),
      form: z.string(),
      decade: z.string(),
      language: z.string(),
      image: z.enum(['yes', 'no']),
      from: z.number().nullable(),
      to: z.number().nullable(),
    }),
    entities: z.array(z.string()),
    key: z.string().max(100),
    body: z.string(),
  }),
);

/** The documents of a message. Errors: those of zstd, JSON and zod. */
export async function readDocuments(data: string): Promise<readonly SearchDocument[]> {
  return searchDocuments.parse(JSON.parse(await unpacked(data)));
}

/** A failure as it travels: to the operator in words, never to an agent. */
export interface Fault {
  readonly reason: string;
  readonly sentence: string;
}

/** Answers with the value, or with why the engine has none; anything else breaks the call. */
export async function said<T>(
  work: () => Promise<T>,
): Promise<{ value: T | null; fault: Fault | null }> {
  try {
    return { value: await work(), fault: null };
  } catch (error) {
    if (!(error instanceof SearchFault)) throw error;
    return { value: null, fault: { reason: error.reason, sentence: error.sentence } };
  }
}

const REASONS: Readonly<Record<SearchFaultReason, true>> = {
  unreachable: true,
  slow: true,
  wrong_key: true,
  no_index: true,
  building: true,
  disk_full: true,
  damaged: true,
  failed: true,
};

/** A failure that travelled, as it was. */
export function asSearchFault({ reason, sentence }: Fault): SearchFault {
  // A newer service may know reasons of its own.
  return new SearchFault(
    Object.hasOwn(REASONS, reason) ? (reason as SearchFaultReason) : 'failed',
    sentence,
  );
}
