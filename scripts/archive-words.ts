/**
 * `node scripts/archive-words.ts <list.json…>`: packs word lists (JSON arrays) into a file. The search uses it to
 * distinguish foreign words from spelling mistakes. Sources of the lists: libs/surf/data/WORDS.md.
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
