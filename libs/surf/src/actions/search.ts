import type { surfSearch } from '@bridge/contracts';
import type { Handler } from '@bridge/bus';
import type { CountedFacet, Counts } from '@bridge/search';
import { visible } from '../record/clean.ts';
import { referenceOf } from '../record/reference.ts';
import type { Archive, ArchiveAnswer } from '../search/search-archive.ts';

/** Said with every answer (service.md, rule 2 of section 4). */
export const UNVERIFIED =
  'Neither the availability nor the rights of these references were verified.';
const FACET_VALUES_MAX = 20;
const SHOWN_CHARS_MAX = 100;

function facetOf({ facets }: Counts, name: CountedFacet): { value: string; count: number }[] {
  return [...facets[name]]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, FACET_VALUES_MAX);
}

/** Ids only, each group of them once: what they are called stands in the references. */
function sameAsNote(sameAs: ArchiveAnswer['sameAs']): string {
  const groups = [...sameAs].map(([id, others]) => [id, ...others].sort().join(' = '));
  return `Probably the same work in more than one collection, each with its own record: ${[...new Set(groups)].join('; ')}.`;
}

function notesOf(answer: ArchiveAnswer): string[] {
  const { hits, folded, counts, understood } = answer;
  const notes = [UNVERIFIED];
  if (folded > 0)
    notes.push(
      `${folded} near-duplicates were folded behind these hits; "similar" tells how many stand behind each.`,
    );
  if (hits.length > 0 && hits.every(({ scored }) => scored.coverage < 0.999)) {
    notes.push('Nothing fits the whole query; these hits fit a part of it.');
  }
  if (hits.length === 0) {
    notes.push(
      Object.keys(understood.text.shown).length > 0
        ? 'Nothing was found within the filters of the query.'
        : 'Nothing was found; use other or fewer words.',
    );
  }
  if (answer.sameAs.size > 0) notes.push(sameAsNote(answer.sameAs));
  if (counts.sampled) notes.push('The facets count the first 2,000 matches only.');
  return notes;
}

function shown(text: string): string {
  return visible(text, SHOWN_CHARS_MAX);
}

function understoodOf({ understood }: ArchiveAnswer): {
  corrected: Record<string, string>;
  filters: Record<string, string>;
  expanded: Record<string, string[]>;
  ignored: string[];
} {
  const entries = <T>(pairs: Iterable<readonly [string, T]>): [string, T][] =>
    [...pairs].map(([key, value]) => [shown(key), value]);
  return {
    corrected: Object.fromEntries(entries(understood.corrected)),
    filters: Object.fromEntries(entries(Object.entries(understood.text.shown))),
    expanded: Object.fromEntries(
      entries(
        Object.entries(understood.expanded).map(([key, words]) => [key, words.map(shown)] as const),
      ),
    ),
    ignored: [...new Set(understood.ignored.map(shown))],
  };
}

/** Searches the archive for references; any text is a query. Errors: service_unavailable while there is no engine. */
export function search(archive: Archive): Handler<typeof surfSearch> {
  return async ({ query, limit }) => {
    const answer = await archive.search(query, limit);
    return {
      references: answer.hits.map(({ record, similar }) => referenceOf(record, similar)),
      understood: understoodOf(answer),
      facets: {
        type: facetOf(answer.counts, 'form'),
        source: facetOf(answer.counts, 'source'),
        decade: facetOf(answer.counts, 'decade'),
        rights: facetOf(answer.counts, 'rights'),
      },
      total_estimate: Math.max(answer.counts.total, answer.hits.length),
      notes: notesOf(answer),
      content_trust: 'untrusted',
    };
  };
}
