import { hasVisibleText } from '../ui/title-of.ts';

/** Returns the title of a World as the console shows it: one without a visible character is named by its word. */
export function titleOfWorld({
  title,
  word,
}: {
  readonly title: string;
  readonly word: string;
}): string {
  return hasVisibleText(title) ? title : word;
}
