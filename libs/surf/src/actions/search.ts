import { referenceOf, visible } from '@bridge/archive';
import type { SURF } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import type { HitCountFacetName } from '@bridge/search';
import type { SurfDeps } from '../deps.ts';
import { matchesEveryUnit, matchesPart } from '../search/rank/total.ts';
import type { ArchiveSearchResult } from '../search/search-archive.ts';

/** The note in every answer that the availability and rights of its references were not verified. Spec: search.unverified. */
export const UNVERIFIED =
  'Neither the availability nor the rights of these references were verified.';
const FACET_VALUES_MAX = 20;
const SHOWN_CHARS_MAX = 100;
/**
 * Maximum length, in characters, of a message about a filter that was not applied. It contains the filter, the reason and the
 * accepted values.
 */
const IGNORED_CHARS_MAX = 1_000;

/** Returns the values of a facet, most frequent first; none for an answer without hits, although the engine counted some. */
function facetOf(
  { hits, counts: { facets } }: ArchiveSearchResult,
  name: HitCountFacetName,
): { value: string; count: number }[] {
  if (hits.length === 0) return [];
  return [...facets[name]]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, FACET_VALUES_MAX);
}

/**
 * Returns the note about hits that are probably the same work as records of other collections. Each group of ids is listed
 * once.
 */
function sameAsNote(sameAs: ArchiveSearchResult['sameAs']): string {
  const groups = [...sameAs].map(([id, others]) => [id, ...others].sort().join(' = '));
  return `Probably the same work in more than one collection, each with its own record: ${[...new Set(groups)].join('; ')}.`;
}

/** Returns notes on those conditions of the query that leave out records: free rights and exclusions. */
function conditionNotes({ understood: { text } }: ArchiveSearchResult): string[] {
  const { rights, not } = text.shown;
  const notes: string[] = [];
  if (text.filter.facets?.rights?.every((one) => one === 'open') === true && rights !== undefined)
    notes.push('Only references whose media are marked as free to use (rights:open).');
  if (not !== undefined) notes.push(`Left out, as the query says: ${shown(not)}.`);
  return notes;
}

/** Returns notes on corrected and unknown words of the query. */
function wordNotes({ understood: { corrected, unknown } }: ArchiveSearchResult): string[] {
  const notes: string[] = [];
  if (corrected.size > 0) {
    const pairs = [...corrected].map(([typed, meant]) => `${shown(typed)} → ${shown(meant)}`);
    notes.push(`Searched as corrected by the words of the archive: ${pairs.join(', ')}.`);
  }
  for (const [word, near] of unknown) {
    const suggestion =
      near.length === 0 ? '' : ` Near words of the archive: ${near.map(shown).join(', ')}.`;
    notes.push(`No reference holds “${shown(word)}”.${suggestion}`);
  }
  return notes;
}

/** Returns the note that explains why an answer has no references. */
function emptyNote({ understood, emptying }: ArchiveSearchResult): string {
  const { text, units } = understood;
  if (units.length === 0 && Object.keys(text.shown).length === 0)
    return 'The query holds nothing to search for: write what you look for with letters or digits.';
  if (emptying.length > 0) {
    const conditions = emptying.map(shown).join(', ');
    return `Nothing was found within the filters of the query. There are references without ${conditions}.`;
  }
  return Object.keys(text.shown).length > 0
    ? 'Nothing was found, with or without the filters of the query; use other or fewer words.'
    : 'Nothing was found; use other or fewer words.';
}

function fitNotes({ hits, whole, total }: ArchiveSearchResult): string[] {
  const notes: string[] = [];
  const fitting = hits.map(({ scored }) => scored).filter(matchesPart);
  if (whole === 0 && fitting.length > 0)
    notes.push('Nothing fits the whole query; these hits fit a part of it.');
  else if (!fitting.every(matchesEveryUnit))
    notes.push('Some of these hits fit the whole query, the others a part of it.');
  if (fitting.length < hits.length)
    notes.push(
      `${hits.length - fitting.length} of these hits fit no part of the query; they hold terms that often stand beside its words.`,
    );
  if (total.isAtLeast)
    notes.push(
      `At least ${total.records.toLocaleString('en')} references fit the query or a part of it.`,
    );
  return notes;
}

function notesOf(answer: ArchiveSearchResult): string[] {
  const { hits, folded, counts, total, understood } = answer;
  const notes = [UNVERIFIED, ...conditionNotes(answer), ...wordNotes(answer)];
  if (understood.text.ignored.length > 0)
    notes.push('Some filters were not applied; "understood.ignored" says which, and what exists.');
  if (hits.length === 0) return [...notes, emptyNote(answer)];
  notes.push(...fitNotes(answer));
  if (folded > 0)
    notes.push(
      `${folded} near-duplicates were folded behind these hits; "similar" tells how many stand behind each.`,
    );
  if (answer.sameAs.size > 0) notes.push(sameAsNote(answer.sameAs));
  if (counts.sampled) notes.push('The facets count the first 2,000 matches only.');
  else if (total.records > counts.total)
    notes.push(`The facets count the ${counts.total} references that fit best only.`);
  else if (total.records < counts.total)
    notes.push('The facets also count references that the search left out.');
  return notes;
}

function shown(text: string): string {
  return visible(text, SHOWN_CHARS_MAX);
}

function understoodOf({ understood }: ArchiveSearchResult): {
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
    ignored: [
      ...new Set([
        ...understood.text.ignored.map((one) => visible(one, IGNORED_CHARS_MAX)),
        ...understood.ignored.map(shown),
      ]),
    ],
  };
}

/** Handles `surf.search`. Any text is a query. Errors: service_unavailable while no engine is available. */
export function search({
  archive,
  queryLog,
}: Pick<SurfDeps, 'archive' | 'queryLog'>): ServiceCallHandler<typeof SURF.search> {
  return async ({ query, limit }) => {
    const answer = await archive.search(query, limit);
    queryLog?.add(query, answer.hits.length === 0 ? 0 : answer.total.records);
    return {
      references: answer.hits.map(({ record, similar }) => referenceOf(record, similar)),
      understood: understoodOf(answer),
      facets: {
        type: facetOf(answer, 'form'),
        source: facetOf(answer, 'source'),
        decade: facetOf(answer, 'decade'),
        rights: facetOf(answer, 'rights'),
      },
      total_estimate: answer.total.records,
      notes: notesOf(answer),
      content_trust: 'untrusted',
    };
  };
}
