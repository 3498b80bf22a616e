const COLORS: ReadonlySet<string> = new Set(
  'black white red blue green yellow orange purple violet pink brown gray grey golden noir blanc rouge bleu vert jaune schwarz weiss rot blau'.split(
    ' ',
  ),
);
/** True when a word names a color. */
export function isColor(word: string): boolean {
  return COLORS.has(word);
}
