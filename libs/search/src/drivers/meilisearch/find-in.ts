import { type QueryInterpretation } from '../../interpretation.ts';
import {
  type SearchCandidate,
  type HitCountFacetName,
  type HitTotalAndFacetCounts,
  EMPTY_COUNTS,
  type SearchIndexFindOptions,
  type SearchIndexFindResult,
} from '../../find-result.ts';
import { candidateOf, facetName, textOf } from './documents.ts';
import type { MeilisearchClient } from './engine.ts';
import { idFilter, queriesOf } from './query.ts';
import { attachmentQuery, VERSION_FACTS, type IndexVersionSummary } from './attachments.ts';

/** Returns the search result for an index without documents. */
export function emptyFindResult(version: string): SearchIndexFindResult {
  return { version, candidates: [], count: () => Promise.resolve(EMPTY_COUNTS) };
}

function versionOf(hits: readonly Readonly<Record<string, unknown>>[]): string {
  const facts: unknown = hits[0]?.['data'];
  // `commitNext` wrote this JSON, so its structure is not checked.
  return typeof facts === 'string'
    ? (JSON.parse(Buffer.from(facts, 'base64').toString('utf8')) as IndexVersionSummary).version
    : '';
}

/** Reads the bodies (stored texts) of documents and the name of the index version in one request. */
export async function bodiesIn(
  engine: MeilisearchClient,
  uid: string,
  attachmentsUid: string,
  ids: readonly string[],
): Promise<{ readonly version: string; readonly bodies: ReadonlyMap<string, string> }> {
  const [facts, found] = await engine.search([
    attachmentQuery(attachmentsUid, VERSION_FACTS),
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

/** Finds the documents that match the interpretations of a query in one Meilisearch index, with a single request. */
export async function findIn(
  engine: MeilisearchClient,
  uid: string,
  attachmentsUid: string,
  interpretations: readonly QueryInterpretation[],
  { enough, onFound }: SearchIndexFindOptions,
): Promise<SearchIndexFindResult> {
  const searches = interpretations.map((interpretation) => queriesOf(interpretation, uid));
  const answers = await engine.search([
    attachmentQuery(attachmentsUid, VERSION_FACTS),
    ...searches.flat(),
  ]);
  const version = versionOf(answers[0]?.hits ?? []);
  const candidates: SearchCandidate[] = [];
  const seen = new Set<string>();
  let counts: HitTotalAndFacetCounts | null = null;
  let at = 1;
  for (const [number, queries] of searches.entries()) {
    const own = answers.slice(at, at + queries.length);
    at += queries.length;
    if (candidates.length >= enough) continue;
    const before = candidates.length;
    const limit = interpretations[number]?.limit ?? 0;
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
  onFound?.(candidates, 0);
  return { version, candidates, count: () => Promise.resolve(counts ?? EMPTY_COUNTS) };
}

/**
 * Returns the counts of that Meilisearch query of an interpretation which has the most hits. These queries overlap, so a sum
 * would count documents twice.
 */
function countsOf(
  answers: readonly {
    estimatedTotalHits?: number;
    facetDistribution?: Record<string, Record<string, number>>;
  }[],
): HitTotalAndFacetCounts {
  const largest = [...answers].sort(
    (a, b) => (b.estimatedTotalHits ?? 0) - (a.estimatedTotalHits ?? 0),
  )[0];
  const countsBy = (facet: HitCountFacetName): Map<string, number> =>
    new Map(
      Object.entries(largest?.facetDistribution?.[facetName(facet)] ?? {}).filter(
        ([value]) => value !== '',
      ),
    );
  const facets = {
    form: countsBy('form'),
    source: countsBy('source'),
    decade: countsBy('decade'),
    rights: countsBy('rights'),
  };
  // Meilisearch's estimate stops at `maxTotalHits`; the counts by source (one per document) add up to the real total.
  const bySource = [...facets.source.values()].reduce((sum, count) => sum + count, 0);
  const total = Math.max(largest?.estimatedTotalHits ?? 0, bySource);
  return {
    facets,
    total,
    // The queries of one interpretation overlap, so the largest count is a lower bound.
    bounded: answers.length > 1,
    sampled: false,
  };
}

/** Counts the documents of each source in an index, largest first. */
export async function sourcesOf(
  engine: MeilisearchClient,
  uid: string,
): Promise<{ source: string; documents: number }[]> {
  const facet = facetName('source');
  const [answer] = await engine.search([{ indexUid: uid, q: '', limit: 0, facets: [facet] }]);
  return Object.entries(answer?.facetDistribution?.[facet] ?? {})
    .map(([source, documents]) => ({ source, documents }))
    .sort((a, b) => b.documents - a.documents || (a.source < b.source ? -1 : 1));
}
