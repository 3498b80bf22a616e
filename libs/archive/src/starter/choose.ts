import { fold } from '@bridge/search';
import type { ArchiveRecord } from '../record/archive-record.ts';
import { qualityOf } from '../record/quality.ts';

/** Number of records in the starter archive (the one that comes with the product) from each source. */
export const SHARES: Readonly<Record<string, number>> = {
  moma: 1_750,
  tate: 1_250,
  walters: 600,
  cmoa: 500,
  wcma: 240,
  teenie: 220,
  'nga-media': 170,
  aic: 140,
  nypl: 110,
  met: 60,
  smithsonian: 1,
};
/** Factor by which each chosen work of the same maker reduces the worth of a record. */
const AGAIN = 0.82;
/** Maximum number of times that AGAIN is applied to a record, so that a collection with one maker only can fill its share. */
const AGAIN_MAX = 24;
/** Factor by which each chosen work of the same form and century reduces the worth of a record of the same source. */
const SAME_KIND = 0.994;

/**
 * Returns a person's first and last name in lower case and without accents, because collections differ in titles and middle
 * names.
 */
function personKey(name: string): string {
  const words = fold(name)
    .replace(/\([^()]*\)/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^(?:sir|dame|lord|lady|baron|jr|sr|the|and)$/.test(word));
  return words.length < 2 ? words.join(' ') : `${words[0] ?? ''} ${words.at(-1) ?? ''}`;
}

/**
 * Computes how well known each maker is: by the number of collections and name tables with the maker, and of recorded talks.
 */
export class MakerFameScorer {
  readonly #places = new Map<string, Set<string>>();
  readonly #talks = new Map<string, number>();

  /** Adds a collection or name table (`place`) to those that contain the maker. */
  seen(name: string, place: string): void {
    const key = personKey(name);
    const places = this.#places.get(key) ?? new Set<string>();
    this.#places.set(key, places.add(place));
  }

  /** Adds one to the number of recorded talks and films about a maker. `text` is a keyword of the recording. */
  talkedOf(text: string): void {
    const key = personKey(text);
    this.#talks.set(key, (this.#talks.get(key) ?? 0) + 1);
  }

  /** Returns how well known a maker is: 0 for one in a single collection, about 3 for one in all and in many recorded talks. */
  of(name: string): number {
    const key = personKey(name);
    const places = (this.#places.get(key)?.size ?? 1) - 1;
    const talks = this.#talks.get(key) ?? this.#talks.get(key.split(' ').at(-1) ?? '') ?? 0;
    return Math.min(4, places) * 0.5 + Math.min(1.2, Math.log10(1 + talks));
  }
}

function centuryOf({ date }: ArchiveRecord): string {
  return date.from === null ? 'undated' : String(Math.floor(date.from / 100));
}

/** Factors of a record's worth by its form. Forms that show the variety of a collection have higher factors. */
const FACE: Readonly<Record<string, number>> = {
  painting: 1.6,
  sculpture: 1.4,
  poster: 1.3,
  photograph: 1.2,
  furniture: 1.3,
  design: 1.2,
  manuscript: 1.2,
  print: 1.1,
  textile: 1.3,
  ceramic: 1.2,
  jewelry: 1.1,
  map: 1.4,
  recording: 1,
  drawing: 0.8,
  watercolor: 0.9,
};

function worthOf(record: ArchiveRecord, fame: MakerFameScorer): number {
  if (record.titleKind === 'placeholder') return 0.01;
  const maker = record.creators[0]?.name;
  const face = FACE[record.form] ?? 1;
  const words = record.title.split(' ').length;
  // A work of a series, such as "Plate (folio 12) from …", is worth less, because it is one of hundreds. A short title without
  // a number belongs to a single work.
  const own =
    (record.group === undefined ? 1 : 0.55) *
    (words > 14 ? 0.7 : 1) *
    (/\d|\bplate\b|\bfrom\b/i.test(record.title) ? 0.7 : 1);
  return (
    (0.4 + (maker === undefined ? 0.3 : fame.of(maker))) *
    face *
    own *
    (0.4 + qualityOf(record) / 100)
  );
}

/**
 * Removes the parts of a record that the starter archive omits: description, dimensions, coordinates, thumbnail and IIIF links,
 * and all but eight subjects.
 */
function factsOf(record: ArchiveRecord): ArchiveRecord {
  const { description, dimensions, geo, ...facts } = record;
  void description;
  void dimensions;
  void geo;
  const { thumbnail, iiif, ...links } = record.links;
  void thumbnail;
  void iiif;
  const subjects = record.subjects?.slice(0, 8);
  return { ...facts, links, ...(subjects === undefined ? {} : { subjects }) };
}

/** Chooses `places` records of one source for the starter archive: the best ones, of various makers, forms and centuries. */
export function chooseFrom(
  records: readonly ArchiveRecord[],
  places: number,
  fame: MakerFameScorer,
): ArchiveRecord[] {
  const makers = new Map<string, number>();
  const kinds = new Map<string, number>();
  const queue = records
    .map((record) => ({ record, worth: worthOf(record, fame) }))
    .sort((a, b) => b.worth - a.worth || (a.record.id < b.record.id ? -1 : 1));
  const chosen: ArchiveRecord[] = [];
  // Each round chooses the records whose worth is at least `measure`. `measure` decreases after each round until enough records
  // are chosen.
  for (
    let measure = queue[0]?.worth ?? 0;
    chosen.length < places && measure > 1e-4;
    measure *= 0.93
  ) {
    for (let at = 0; at < queue.length && chosen.length < places; at++) {
      const entry = queue[at];
      if (entry === undefined) continue;
      if (entry.worth < measure) break;
      const maker = entry.record.creators[0]?.name ?? '';
      const kind = `${entry.record.form} ${centuryOf(entry.record)}`;
      const worth =
        entry.worth *
        AGAIN ** Math.min(AGAIN_MAX, makers.get(maker) ?? 0) *
        SAME_KIND ** (kinds.get(kind) ?? 0);
      if (worth < measure) continue;
      chosen.push(factsOf(entry.record));
      makers.set(maker, (makers.get(maker) ?? 0) + (maker === '' ? 0 : 1));
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      queue.splice(at, 1);
      at -= 1;
    }
  }
  return chosen;
}
