import { hasVisibleText } from '../ui/title-of.ts';

/**
 * Returns the title of a World (public identity) as the console shows it. A title without a visible character is replaced with
 * the World's word (its unique name).
 */
export function titleOfWorld({
  title,
  word,
}: {
  readonly title: string;
  readonly word: string;
}): string {
  return hasVisibleText(title) ? title : word;
}
