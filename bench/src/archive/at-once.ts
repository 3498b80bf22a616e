import type { SearchIndex } from '@bridge/search';
import { ArchiveSearcher } from '@bridge/surf';

const WORDS = [
  'poster',
  'wave',
  'chair',
  'turner',
  'portrait',
  'woman',
  'bronze',
  'map',
  'horse',
  'paris',
  'etching',
  'blue',
  'mask',
  'garden',
  'war',
  'glass',
  'venice',
  'cat',
  'silver',
  'dance',
  'church',
  'river',
];

/** Searches for `count` different queries concurrently. Returns the share of searches that succeed, from 0 to 1. */
export async function manyAtOnce(index: SearchIndex, count: number): Promise<number> {
  const archive = new ArchiveSearcher(index);
  const queries = Array.from({ length: count }, (_, at) => {
    const word = (step: number): string => WORDS[Math.floor(at / step) % WORDS.length] ?? '';
    return `${word(1)} ${word(WORDS.length)} ${1800 + (at % 200)}`;
  });
  const answers = await Promise.allSettled(queries.map((query) => archive.search(query, 3)));
  return answers.filter(({ status }) => status === 'fulfilled').length / count;
}
