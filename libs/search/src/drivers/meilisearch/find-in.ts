import {
  type Candidate,
  COUNTED_FACETS,
  type CountedFacet,
  type Counts,
  type FindOptions,
  type Found,
  type Reading,
} from '../../search-index.ts';
import { candidateOf, facetName, textOf } from './documents.ts';
import type { Engine } from './engine.ts';
import { idFilter, queriesOf } from './query.ts';
import { sideQueries, type VersionFacts } from './side.ts';

/** The answer of an index that holds nothing. */
export function nothing(version: string): Found {
  const none: ReadonlyMap<string, number> = new Map();
  return {
    version,
    candidates: [],
    counts: {
      facets: { form: none, source: none, decade: none, rights: none },
      total: 0,
      bounded: false,
      sampled: false,
    },
  };
}

function versionOf(hits: readonly Readonly<Record<string, unknown>>[]): string {
  const facts: unknown = hits[0]?.['data'];
  // Written by a commit of this driver.
  return typeof facts === 'string'
    ? (JSON.parse(Buffer.from(facts, 'base64').toString('utf8')) as VersionFacts).version
    : '';
}

/** Bodies of documents and the version they are of, in one request. */
export async function bodiesIn(
  engine: Engine,
  uid: string,
  sideUid: string,
  ids: readonly string[],
): Promise<{ readonly version: string; readonly bodies: ReadonlyMap<string, string> }> {
  const [facts, found] = await engine.search([
    ...sideQueries(sideUid, 'version'),
    {
      indexUid: uid,
      q: '',
      filter: [idFilter(ids)],
      limit: ids.length,
      attributesToRetrieve: ['id', 'body'],
    },
  ]);
  const bodies = (found?.hits ?? []).map(
    (hit) => [textOf(hit['id']), textOf(hit['body'])] as const,
  );
  return { version: versionOf(facts?.hits ?? []), bodies: new Map(bodies) };
}

/** Runs readings against one index; all of them travel in one request, which costs less than asking twice. */
export async function findIn(
  engine: Engine,
  uid: string,
  sideUid: string,
  readings: readonly Reading[],
  { enough }: FindOptions,
): Promise<Found> {
  const asked = readings.map((reading) => queriesOf(reading, uid));
  const answers = await engine.search([...sideQueries(sideUid, 'version'), ...asked.flat()]);
  const version = versionOf(answers[0]?.hits ?? []);
  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  let counts: Counts | null = null;
  let at = 1;
  for (const [number, queries] of asked.entries()) {
    const own = answers.slice(at, at + queries.length);
    at += queries.length;
    if (candidates.length >= enough) continue;
    const before = candidates.length;
    const limit = readings[number]?.limit ?? 0;
    const hits = own
      .flatMap(({ hits: found }) => found)
      .sort((a, b) => Number(b['rank']) - Number(a['rank']));
    for (const hit of hits) {
      const candidate = candidateOf(hit, number);
      if (seen.has(candidate.id) || candidates.length - before >= limit) continue;
      seen.add(candidate.id);
      candidates.push(candidate);
    }
    if (counts === null && candidates.length > before) counts = countsOf(own);
  }
  return counts === null ? nothing(version) : { version, candidates, counts };
}

/** Facets of the query with most hits: alternatives overlap, so their sums would count twice. */
function countsOf(
  answers: readonly {
    estimatedTotalHits?: number;
    facetDistribution?: Record<string, Record<string, number>>;
  }[],
): Counts {
  const largest = [...answers].sort(
    (a, b) => (b.estimatedTotalHits ?? 0) - (a.estimatedTotalHits ?? 0),
  )[0];
  const facet = (name: CountedFacet): Map<string, number> =>
    new Map(
      Object.entries(largest?.facetDistribution?.[facetName(name)] ?? {}).filter(
        ([value]) => value !== '',
      ),
    );
  const [form, source, decade, rights] = COUNTED_FACETS.map(facet);
  const none = new Map<string, number>();
  // The engine's estimate ends at `maxTotalHits`; each document has one source, so their counts add up to all of them.
  const bySource = [...(source ?? none).values()].reduce((sum, count) => sum + count, 0);
  const total = Math.max(largest?.estimatedTotalHits ?? 0, bySource);
  return {
    facets: {
      form: form ?? none,
      source: source ?? none,
      decade: decade ?? none,
      rights: rights ?? none,
    },
    total,
    // Alternatives overlap: the largest of several is a lower bound.
    bounded: answers.length > 1,
    sampled: false,
  };
}

/** Documents of each source in an index, the largest first. */
export async function sourcesOf(
  engine: Engine,
  uid: string,
): Promise<{ source: string; documents: number }[]> {
  const facet = facetName('source');
  const [answer] = await engine.search([{ indexUid: uid, q: '', limit: 0, facets: [facet] }]);
  return Object.entries(answer?.facetDistribution?.[facet] ?? {})
    .map(([source, documents]) => ({ source, documents }))
    .sort((a, b) => b.documents - a.documents || (a.source < b.source ? -1 : 1));
}
