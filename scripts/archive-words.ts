/**
 * Packs lists of words into the file by which the search distinguishes words of many languages from spelling mistakes:
 * `node scripts/archive-words.ts <list.json…>`, each a JSON array of words. libs/surf/data/WORDS.md names the lists.
 */
import { KNOWN_WORDS_FILE, packWords } from '@bridge/surf';
import { readFileSync, writeFileSync } from 'node:fs';

const lists = process.argv.slice(2);
if (lists.length === 0) {
  console.error('Name the lists of words.');
  process.exitCode = 1;
} else {
  const words = lists.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as string[]);
  const packed = packWords(words);
  writeFileSync(KNOWN_WORDS_FILE, packed);
  console.log(
    `${words.length.toLocaleString('en')} words in ${packed.length.toLocaleString('en')} bytes`,
  );
}
