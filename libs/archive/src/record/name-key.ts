import { fold } from '@bridge/search/documents';

/** Returns a name without accents, capitals and punctuation, to compare it with other spellings. */
export function nameKey(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
