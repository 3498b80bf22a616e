/** Marks of browsers in a User-Agent header, most specific first: most browsers also name the ones that they descend from. */
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
/** Marks of operating systems in a User-Agent header, most specific first. */
const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
];
/** Maximum number of characters of an unknown User-Agent header that is shown; the browser sent the text itself. */
const AGENT_CHARS_MAX = 120;

/** Returns the name of a browser for its User-Agent header, such as “Chrome on Linux”; an unknown header is returned, cut. */
export function nameOfBrowser(agent: string | null): string {
  if (agent === null) return 'unknown browser';
  const nameIn = (marks: typeof BROWSERS): string | undefined =>
    marks.find(([mark]) => agent.includes(mark))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (browser === undefined || system === undefined) return agent.slice(0, AGENT_CHARS_MAX);
  return `${browser} on ${system}`;
}
