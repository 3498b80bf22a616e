import { centuryWords, decadeWord } from '@bridge/archive';
import { indexWords } from '@bridge/search';
import { TermLookupTable } from './terms.ts';

/** A movement or period, defined by the years of its works and the nationalities of their makers. */
export interface ArtPeriod {
  readonly from: number;
  readonly to: number;
  /** Nationalities of the makers; any nationality when empty. */
  readonly peoples: readonly string[];
  /** Index words of the decades and centuries in the period. A record without years belongs to it when it has one of them. */
  readonly times: ReadonlySet<string>;
}

/** A movement or period that a query names. */
export interface ArtPeriodWithMatchScore extends ArtPeriod {
  /**
   * Score (0 to 1) of a record that matches by its years and nationalities but does not contain the name of the movement or
   * period.
   */
  readonly worth: number;
}

/**
 * When museums filed at least this many works under the name of a movement, a match by years and nationality has the low score
 * `ERA_WORTH.filed`.
 */
const FILED_FEW = 20;
/**
 * Scores (0 to 1) of a record that does not name the movement or period: `peoples` for equal nationality and years; `years` for
 * years alone, when no nationality is listed; `filed` instead of both when museums filed `FILED_FEW` works or more under the
 * name.
 */
const ERA_WORTH = { peoples: 0.7, years: 0.55, filed: 0.15 } as const;

/**
 * Returns the movement or period with the score (`worth`) of records that do not name it. `filed`: number of documents that
 * museums filed under movements with this name.
 */
export function namedEra(era: ArtPeriod, filed: number): ArtPeriodWithMatchScore {
  if (filed >= FILED_FEW) return { ...era, worth: ERA_WORTH.filed };
  return { ...era, worth: era.peoples.length > 0 ? ERA_WORTH.peoples : ERA_WORTH.years };
}

/**
 * Returns the movement or period with a low score (`worth`, at most `ERA_WORTH.filed`) for records that do not name it, because
 * museums filed works under its name.
 */
export function filedEra(era: ArtPeriodWithMatchScore): ArtPeriodWithMatchScore {
  return { ...era, worth: Math.min(era.worth, ERA_WORTH.filed) };
}

/**
 * Minimum share of the years of a century that must be in a period, so that a record without years but with this century counts
 * as one of the period.
 */
const CENTURY_SHARE = 0.7;

/**
 * Movements, schools and periods with their years and nationalities, as general knowledge. A museum records maker, nationality
 * and year of a wall hanging, but often not the word "Bauhaus" that a query contains. Columns: first year, last year,
 * nationalities, names.
 */
const ERAS: readonly (readonly [from: number, to: number, peoples: string, terms: string])[] = [
  // For a school with makers of several nationalities, each of them is listed.
  [1919, 1933, 'german swiss hungarian', 'bauhaus'],
  [1919, 1933, 'german', 'new objectivity, neue sachlichkeit, weimar republic'],
  [1917, 1932, 'dutch', 'de stijl, neoplasticism'],
  [1890, 1910, '', 'art nouveau, jugendstil, secession, stile liberty, modernisme'],
  [1897, 1932, 'austrian', 'vienna secession, wiener werkstatte'],
  [1920, 1939, '', 'art deco'],
  [1870, 1915, 'british english american', 'arts and crafts'],
  [1865, 1890, 'british english american', 'aesthetic movement, aestheticism'],
  [1848, 1875, 'british english', 'pre raphaelite, pre raphaelite brotherhood'],
  [1830, 1875, 'french', 'barbizon, barbizon school'],
  [1825, 1880, 'american', 'hudson river school'],
  [1865, 1895, 'french', 'impressionism, impressionist'],
  [1885, 1905, 'french', 'post impressionism, post impressionist, pointillism, pointillist'],
  [1880, 1910, '', 'symbolism, symbolist, pictorialism, pictorialist, photo secession'],
  [1904, 1912, 'french', 'fauvism, fauvist, fauve'],
  [1905, 1930, 'german austrian', 'expressionism, expressionist, die brucke, blaue reiter'],
  [1907, 1922, 'french spanish', 'cubism, cubist, cubisme, kubismus'],
  [1909, 1930, 'italian', 'futurism, futurist, futurismo'],
  [1912, 1919, 'british english', 'vorticism, vorticist'],
  [1915, 1925, '', 'dada, dadaism, dadaist'],
  [1924, 1947, '', 'surrealism, surrealist, surrealisme, surrealismus'],
  [1913, 1926, 'russian', 'suprematism, suprematist'],
  [1915, 1934, 'russian', 'constructivism, constructivist, russian avant garde'],
  [1917, 1991, 'russian soviet', 'soviet'],
  [1900, 1918, 'american', 'ashcan school'],
  [1920, 1950, 'mexican', 'mexican muralism, mexican muralist'],
  [1943, 1962, 'american', 'abstract expressionism, abstract expressionist, new york school'],
  [1945, 1969, '', 'mid century modern, midcentury modern, mid century, midcentury'],
  [1945, 1970, 'swiss', 'swiss style, international typographic style'],
  [1955, 1972, 'american british english', 'pop art'],
  [1957, 1970, '', 'op art, optical art, kinetic art'],
  [1960, 1976, 'american', 'minimalism, minimalist, minimal art'],
  [1960, 1978, '', 'conceptual art, conceptualism, fluxus, land art'],
  [1966, 1977, 'italian', 'arte povera'],
  [1880, 1914, '', 'belle epoque, fin de siecle'],
  [1837, 1901, 'british english scottish', 'victorian, victorian era'],
  [1901, 1914, 'british english scottish', 'edwardian'],
  [1714, 1830, 'british english scottish', 'georgian'],
  [1760, 1830, '', 'neoclassicism, neoclassical, empire style'],
  [1780, 1850, '', 'romanticism'],
  [1710, 1785, '', 'rococo'],
  [1590, 1725, '', 'baroque'],
  [1590, 1690, 'dutch', 'dutch golden age, golden age'],
  [1520, 1600, 'italian', 'mannerism, mannerist'],
  [1400, 1600, 'italian', 'italian renaissance'],
  [1420, 1600, 'german flemish dutch', 'northern renaissance'],
  [1400, 1600, '', 'renaissance'],
  [1150, 1500, '', 'gothic'],
  [1000, 1220, '', 'romanesque'],
  [500, 1500, '', 'medieval, middle age'],
  [1615, 1868, 'japanese', 'edo, edo period, ukiyo e'],
  [1868, 1912, 'japanese', 'meiji, meiji period'],
  [1368, 1644, 'chinese', 'ming, ming dynasty'],
  [1644, 1912, 'chinese', 'qing, qing dynasty'],
  [1526, 1858, 'indian', 'mughal'],
  [1300, 1922, 'turkish', 'ottoman'],
  [1501, 1736, 'persian iranian', 'safavid'],
  [1789, 1925, 'persian iranian', 'qajar'],
  [1370, 1507, 'persian iranian', 'timurid'],
  [1250, 1517, 'egyptian syrian', 'mamluk'],
  [1392, 1897, 'korean', 'joseon, choson'],
  [618, 907, 'chinese', 'tang, tang dynasty'],
  [960, 1279, 'chinese', 'song dynasty'],
  [1279, 1368, 'chinese', 'yuan dynasty'],
  [1185, 1333, 'japanese', 'kamakura'],
  [1336, 1573, 'japanese', 'muromachi'],
  [1573, 1615, 'japanese', 'momoyama'],
  [1912, 1926, 'japanese', 'taisho'],
  [1926, 1989, 'japanese', 'showa'],
  [780, 900, '', 'carolingian'],
  [1485, 1603, 'british english', 'tudor'],
  [1558, 1603, 'british english', 'elizabethan'],
  [1603, 1649, 'british english', 'jacobean, stuart'],
  [1795, 1837, 'british english', 'regency'],
  [1643, 1715, 'french', 'louis xiv'],
  [1715, 1774, 'french', 'louis xv'],
  [1774, 1793, 'french', 'louis xvi'],
  [1852, 1870, 'french', 'second empire'],
  [1815, 1848, 'german austrian', 'biedermeier'],
  [1780, 1820, 'american', 'federal period'],
  [1870, 1900, 'american', 'gilded age'],
  [1920, 1929, 'american', 'jazz age, roaring twenty'],
  [1930, 1942, 'american', 'streamline, streamline moderne'],
  [1950, 1975, '', 'brutalism, brutalist'],
  [1965, 1973, 'american british english', 'psychedelic, psychedelia'],
  [1968, 1982, '', 'photorealism, photorealist, hyperrealism, hyperrealist'],
  [1981, 1988, 'italian', 'memphis group, memphis design'],
  // Events of one nation only, because the years of a war between several nations say little about works.
  [1789, 1799, 'french', 'french revolution'],
  [1861, 1865, 'american', 'american civil war'],
  [1910, 1920, 'mexican', 'mexican revolution'],
  [1917, 1922, 'russian soviet', 'russian revolution, october revolution'],
  [1918, 1933, 'german', 'weimar, weimar era'],
  [1929, 1939, 'american', 'great depression'],
  [1936, 1939, 'spanish', 'spanish civil war'],
  [1954, 1968, 'american', 'civil right movement'],
  [1966, 1976, 'chinese', 'cultural revolution'],
];

const ERA_TERMS = new TermLookupTable<ArtPeriod>();
for (const [from, to, peoples, terms] of ERAS) {
  const era = eraOf(from, to, peoples === '' ? [] : peoples.split(' '));
  for (const term of terms.split(', ')) ERA_TERMS.add(indexWords(term), era);
}

function eraOf(from: number, to: number, peoples: readonly string[]): ArtPeriod {
  const decades = new Set<string>();
  for (let year = from; year <= to; year += 10) decades.add(decadeWord(year));
  decades.add(decadeWord(to));
  const held: string[] = [];
  for (let end = Math.ceil(from / 100) * 100; end - 100 < to; end += 100) {
    const years = Math.min(end, to) - Math.max(end - 100, from);
    if (years / 100 >= CENTURY_SHARE) held.push(...centuryWords(end - 100, end));
  }
  return { from, to, peoples, times: new Set([...decades, ...held]) };
}

/** The name of a movement or period that a query contains: its number of words, and the movement or period. */
export interface ArtPeriodNameInQuery {
  /** Number of words of the term. */
  readonly length: number;
  readonly era: ArtPeriod;
}

/** Returns the longest name of a movement or period in the table that begins at this word of the query; null if none does. */
export function eraAt(words: readonly string[], at: number): ArtPeriodNameInQuery | null {
  const [longest] = ERA_TERMS.longestAt(words, at);
  return longest === undefined ? null : { length: longest.words.length, era: longest.value };
}

/** Returns the years and nationalities of a movement or period as a short text: "1919–1933, german". */
export function eraText({ from, to, peoples }: ArtPeriod): string {
  return [`${from}–${to}`, ...peoples].join(', ');
}
