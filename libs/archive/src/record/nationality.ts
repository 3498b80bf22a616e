import { fold } from '@bridge/search/documents';
import { peopleAdjective } from './peoples.ts';

/** Matches the separators between several peoples in one nationality: "American and Swiss", "French, born Poland". */
const BETWEEN_NATIONS = /\s*(?:[,;/|&]|\band\b|\bor\b)\s*/;
const OF_BRITAIN: ReadonlySet<string> = new Set(['english', 'scottish', 'welsh']);

/**
 * Returns the peoples of a nationality as adjectives in lower case without accents; for English, Scottish and Welsh also
 * `british`.
 */
export function nationsIn(nationality: string): string[] {
  if (nationality === '') return [];
  const nations = new Set<string>();
  for (const part of fold(nationality).trim().split(BETWEEN_NATIONS)) {
    const nation = peopleAdjective(part) ?? part;
    if (nation === '') continue;
    nations.add(nation);
    if (OF_BRITAIN.has(nation)) nations.add('british');
  }
  return [...nations];
}
