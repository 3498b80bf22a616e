import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

/** Encodings that stored bytes may have, the smaller result first. */
const ENCODINGS = ['br', 'gzip'] as const;
/** An encoding of stored bytes. */
export type Encoding = (typeof ENCODINGS)[number];

/** What negotiator does; its published types know no `preferred` order at equal weight. */
interface EncodingNegotiator {
  encodings(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): readonly string[];
}

/** Browsers send few different Accept-Encoding headers; the ranking of each is computed once. */
const rankings = new LRUCache<string, readonly string[]>({ max: 64 });

function ranking(header: string): readonly string[] {
  const known = rankings.get(header);
  if (known !== undefined) return known;
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const ranked = negotiator.encodings([...ENCODINGS, 'identity'], { preferred: ENCODINGS });
  rankings.set(header, ranked);
  return ranked;
}

/**
 * The stored encoding that an Accept-Encoding header prefers; null for the plain bytes. At equal weight the smaller
 * encoding wins. Source: RFC 9110 section 12.5.3.
 */
export function chooseEncoding(
  header: string | undefined,
  offered: Pick<ReadonlySet<Encoding>, 'has' | 'size'>,
): Encoding | null {
  if (header === undefined || offered.size === 0) return null;
  const known: readonly string[] = ENCODINGS;
  for (const coding of ranking(header)) {
    if (!known.includes(coding)) return null;
    if (offered.has(coding as Encoding)) return coding as Encoding;
  }
  return null;
}

/**
 * The media type of `offered` that an Accept header prefers, at equal weight the one that it names first, else the first
 * of `offered`; undefined when it accepts none. Without a header everything is accepted. Source: RFC 9110 section 12.5.1.
 */
export function preferredType<T extends string>(
  accept: string | undefined,
  offered: readonly T[],
): T | undefined {
  const header = accept?.trim() === '' ? undefined : accept;
  const chosen = new Negotiator({ headers: { accept: header } }).mediaType(offered);
  return offered.find((type) => type === chosen);
}
