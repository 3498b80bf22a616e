import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Content encodings of stored bytes, in order of preference (smallest first). */
const ENCODINGS = ['br', 'gzip'] as const;
/** A content encoding in which bytes are stored. */
export type StoredContentEncoding = (typeof ENCODINGS)[number];

/** The method `encodings` of the package negotiator with the option `preferred`, which the package's types lack. */
interface EncodingNegotiator {
  encodings(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): readonly string[];
}

/** Cache of ranked encodings by Accept-Encoding header; browsers send only a few different headers. */
const rankings = new LRUCache<string, readonly string[]>({ max: 64 });

function rankEncodings(header: string): readonly string[] {
  const known = rankings.get(header);
  if (known !== undefined) return known;
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const ranked = negotiator.encodings([...ENCODINGS, 'identity'], { preferred: ENCODINGS });
  rankings.set(header, ranked);
  return ranked;
}

/**
 * Returns the stored encoding that an Accept-Encoding header prefers, the smaller one at equal weight; null for no encoding.
 * Source: RFC 9110 section 12.5.3.
 */
export function chooseEncoding(
  header: string | undefined,
  offered: Pick<ReadonlySet<StoredContentEncoding>, 'has' | 'size'>,
): StoredContentEncoding | null {
  if (header === undefined || offered.size === 0) return null;
  const known: readonly string[] = ENCODINGS;
  for (const coding of rankEncodings(header)) {
    if (!known.includes(coding)) return null;
    if (offered.has(coding as StoredContentEncoding)) return coding as StoredContentEncoding;
  }
  return null;
}

/**
 * Returns the offered media type that an Accept header prefers. At equal weight the order of the header decides, then that of
 * `offered`. Undefined when none is acceptable; without a header all are. Source: RFC 9110 section 12.5.1.
 */
export function preferredType<T extends string>(
  accept: string | undefined,
  offered: readonly T[],
): T | undefined {
  const header = accept?.trim() === '' ? undefined : accept;
  const chosen = new Negotiator({ headers: { accept: header } }).mediaType(offered);
  return offered.find((type) => type === chosen);
}
