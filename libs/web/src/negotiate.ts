import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Encodings of stored bytes, the smaller result first. */
const ENCODINGS = ['br', 'gzip'] as const;
/** An encoding of stored bytes. */
export type StoredEncoding = (typeof ENCODINGS)[number];

/** The method `preferred` of the package negotiator, whose published types lack it. */
interface EncodingNegotiator {
  encodings(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): readonly string[];
}

/** Encodings in the order of preference, by Accept-Encoding header; browsers send few different ones. */
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
 * Returns the stored encoding that an Accept-Encoding header prefers, at equal weight the smaller one; null for identity.
 * Source: RFC 9110 section 12.5.3.
 */
export function chooseEncoding(
  header: string | undefined,
  offered: Pick<ReadonlySet<StoredEncoding>, 'has' | 'size'>,
): StoredEncoding | null {
  if (header === undefined || offered.size === 0) return null;
  const known: readonly string[] = ENCODINGS;
  for (const coding of rankEncodings(header)) {
    if (!known.includes(coding)) return null;
    if (offered.has(coding as StoredEncoding)) return coding as StoredEncoding;
  }
  return null;
}

/**
 * Returns the media type of `offered` that an Accept header prefers, at equal weight by the order of the header, then of
 * `offered`; undefined when it accepts none. Without a header all are accepted. Source: RFC 9110 section 12.5.1.
 */
export function preferredType<T extends string>(
  accept: string | undefined,
  offered: readonly T[],
): T | undefined {
  const header = accept?.trim() === '' ? undefined : accept;
  const chosen = new Negotiator({ headers: { accept: header } }).mediaType(offered);
  return offered.find((type) => type === chosen);
}
