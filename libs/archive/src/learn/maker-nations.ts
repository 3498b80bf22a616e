import type { NamedEntityWithDocumentCount } from '@bridge/search';
import type { MakerNameSpellingTable } from '../import/target.ts';
import { type MakerNameAndBio, readMakerEntity } from '../record/maker-entity.ts';
import { nameKey } from '../record/name-key.ts';
import { nationsIn } from '../record/nationality.ts';
import { peopleAdjective } from '../record/peoples.ts';
import type { StoredMakerNation } from './learned.ts';

/** Minimum number of records that state a maker's nation. With only one such record no nation is learned. */
const STATEMENTS_MIN = 2;
/** Weight of a row of a museum's name table in the decision about a maker's nation: that of this number of records. */
const TABLE_STATEMENTS = 2;
/**
 * Minimum share (0 to 1) of the statements about makers of one name that must agree; with less agreement no nation is learned.
 */
const SHARE_MIN = 0.9;
/** Maximum difference in years between two sources' years of birth, or of death, of one person. */
const YEARS_APART_MAX = 2;
/** Minimum number of makers with a nationality that is not in the table of peoples. With fewer makers it is no nation. */
const NATION_MAKERS_MIN = 3;
const NATIONS_MAX = 20_000;

const ONE_WORD = /^\p{L}+$/u;
/** Matches a title that some collections write before a name. */
const TITLES = /^(?:sir|dame|lord) /;

/** A description of a maker (name, nationality, life dates) in records or in a row of a name table, with its weight. */
interface WeightedMakerDescription {
  readonly maker: MakerNameAndBio;
  /** Number of records that contain this description; 1 for a row of a name table. */
  readonly count: number;
  /** Weight of the description in the decision about the nation: `count`, but TABLE_STATEMENTS for a row of a name table. */
  readonly weight: number;
}

/** Years of birth and death of a person; null when unknown. */
type LifeDates = Pick<MakerNameAndBio, 'birth' | 'death'>;

/** All descriptions of makers who have the same name, from records and from museums' tables of makers' names. */
interface SameNameMakers {
  /** Descriptions with a nationality. */
  readonly stated: WeightedMakerDescription[];
  /** Descriptions in records that state no nationality. */
  readonly lacking: WeightedMakerDescription[];
}

/**
 * Learns the nations of makers for records that state none, from records and name tables that state a nation for the same name.
 * Learns none for a name whose dates or nations disagree.
 */
export function learnNations(
  entities: readonly NamedEntityWithDocumentCount[],
  tables: readonly MakerNameSpellingTable[],
): StoredMakerNation[] {
  const named = new Map<string, SameNameMakers>();
  const makersOf = new Map<string, Set<string>>();
  for (const { entity, documents } of entities) {
    const maker = readMakerEntity(entity);
    if (maker === null) continue;
    const key = keyWithoutTitle(maker.name);
    const known = named.get(key) ?? { stated: [], lacking: [] };
    named.set(key, known);
    const list = maker.nationality === '' ? known.lacking : known.stated;
    list.push({ maker, count: documents, weight: documents });
    for (const nation of nationsIn(maker.nationality))
      makersOf.set(nation, (makersOf.get(nation) ?? new Set()).add(key));
  }
  addTables(named, tables);
  const isNation = (nation: string): boolean =>
    peopleAdjective(nation) !== null ||
    (ONE_WORD.test(nation) && (makersOf.get(nation)?.size ?? 0) >= NATION_MAKERS_MIN);
  return [...named]
    .flatMap(([key, makers]) => nationOf(key, makers, isNation))
    .sort((a, b) => b[3] - a[3] || byName(a, b))
    .slice(0, NATIONS_MAX)
    .sort(byName);
}

function byName([a]: StoredMakerNation, [b]: StoredMakerNation): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Adds each row of the name tables that states a nationality to the makers whose name is one of the row's spellings, if some
 * records of these makers state none.
 */
function addTables(
  named: ReadonlyMap<string, SameNameMakers>,
  tables: readonly MakerNameSpellingTable[],
): void {
  for (const { groups, lives = [] } of tables)
    for (const [at, spellings] of groups.entries()) {
      const [nationality = '', birth, death] = lives[at] ?? [];
      if (nationality === '') continue;
      const maker = { name: '', nationality, birth: birth ?? null, death: death ?? null };
      for (const key of new Set(spellings.map(keyWithoutTitle))) {
        const known = named.get(key);
        if (known !== undefined && known.lacking.length > 0)
          known.stated.push({ maker, count: 1, weight: TABLE_STATEMENTS });
      }
    }
}

/** Returns the learned nation of the makers of one name: one entry for each spelling, none when the statements disagree. */
function nationOf(
  key: string,
  { stated, lacking }: SameNameMakers,
  isNation: (nation: string) => boolean,
): StoredMakerNation[] {
  if (stated.length === 0 || lacking.length === 0) return [];
  const dated = lacking.filter(({ maker }) => maker.birth !== null);
  const person = mostFrequentDates(dated.length > 0 ? dated : stated);
  if (dated.length > 0 && !agree(dated, person)) return [];
  const ofPerson = stated.filter(({ maker }) => areOnePerson(maker, person));
  // If these records state no life dates, all statements about the nationality must fit one person. Otherwise it is unknown
  // which of two persons of this name the records mean.
  if (dated.length === 0 && !agree(stated, person)) return [];
  // A name of one word, such as "Michael", is accepted only if records state years of birth that agree.
  if (
    !key.includes(' ') &&
    !(dated.length > 0 && ofPerson.some(({ maker }) => maker.birth !== null))
  )
    return [];
  const agreed = agreedNations(ofPerson, isNation);
  const nations = agreed.map(({ nation }) => nation).join(',');
  const statements = Math.min(...agreed.map(({ count }) => count));
  const documents = new Map<string, number>();
  for (const { maker, count } of agreed.length === 0 ? [] : lacking)
    documents.set(maker.name, (documents.get(maker.name) ?? 0) + count);
  return [...documents].map(([name, own]) => [name, nations, statements, own] as const);
}

/** A nation of a maker, with the number of records that state it. */
interface MakerNationWithRecordCount {
  readonly nation: string;
  readonly count: number;
}

/** Returns the nations that at least the share SHARE_MIN of the statements name, sorted by name. */
function agreedNations(
  stated: readonly WeightedMakerDescription[],
  isNation: (nation: string) => boolean,
): MakerNationWithRecordCount[] {
  const all = totalOf(stated);
  if (all < STATEMENTS_MIN) return [];
  const byNation = new Map<string, { weight: number; count: number }>();
  for (const { maker, count, weight } of stated)
    for (const nation of nationsIn(maker.nationality)) {
      if (!isNation(nation)) continue;
      const known = byNation.get(nation) ?? { weight: 0, count: 0 };
      byNation.set(nation, { weight: known.weight + weight, count: known.count + count });
    }
  return [...byNation]
    .flatMap(([nation, { weight, count }]) => (weight >= SHARE_MIN * all ? { nation, count } : []))
    .sort((a, b) => (a.nation < b.nation ? -1 : 1));
}

function totalOf(statements: readonly WeightedMakerDescription[]): number {
  return statements.reduce((sum, { weight }) => sum + weight, 0);
}

/** Returns the life dates that most of the statements have. Of several equally frequent, returns the first in order as text. */
function mostFrequentDates(statements: readonly WeightedMakerDescription[]): LifeDates {
  const counts = new Map<string, number>();
  let most: LifeDates = { birth: null, death: null };
  let best = '';
  for (const { maker, weight } of statements) {
    const dates = `${maker.birth ?? ''}-${maker.death ?? ''}`;
    const own = (counts.get(dates) ?? 0) + weight;
    counts.set(dates, own);
    const before = counts.get(best) ?? 0;
    if (own < before || (own === before && dates > best)) continue;
    most = maker;
    best = dates;
  }
  return most;
}

/** True when at least the share SHARE_MIN of the statements have life dates that fit this person. */
function agree(statements: readonly WeightedMakerDescription[], person: LifeDates): boolean {
  const ofPerson = statements.filter(({ maker }) => areOnePerson(maker, person));
  return totalOf(ofPerson) >= SHARE_MIN * totalOf(statements);
}

/** True when two life dates can be of one person: years that both state differ by at most YEARS_APART_MAX. */
function areOnePerson(a: LifeDates, b: LifeDates): boolean {
  return areNear(a.birth, b.birth) && areNear(a.death, b.death);
}

function areNear(a: number | null, b: number | null): boolean {
  return a === null || b === null || Math.abs(a - b) <= YEARS_APART_MAX;
}

/** Returns the text by which makers' names are compared: lower case, without accents, punctuation and title ("Sir"). */
function keyWithoutTitle(name: string): string {
  return nameKey(name).replace(TITLES, '');
}
