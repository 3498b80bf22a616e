/**
 * Texts by which a User-Agent header is recognised, each with the browser's name. The first match counts, so the more specific
 * text comes first: the header of Edge also contains “Chrome/” and “Safari/”.
 */
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
/**
 * Texts by which a User-Agent header is recognised, each with the operating system's name. The first match counts: the header
 * of Android also contains “Linux”.
 */
const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
];
/** Maximum number of characters that are shown of a User-Agent header whose browser or operating system is not recognised. */
const AGENT_CHARS_MAX = 120;

/**
 * Returns a readable name for a User-Agent header, such as “Chrome on Linux”. A header whose browser or operating system is not
 * recognised is returned itself, cut to AGENT_CHARS_MAX characters.
 */
export function nameOfBrowser(agent: string | null): string {
  if (agent === null) return 'unknown browser';
  const nameIn = (marks: typeof BROWSERS): string | undefined =>
    marks.find(([mark]) => agent.includes(mark))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (browser === undefined || system === undefined) return agent.slice(0, AGENT_CHARS_MAX);
  return `${browser} on ${system}`;
}
