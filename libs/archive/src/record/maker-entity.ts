import type { WorkCreator } from './archive-record.ts';

const KIND = 'creator:';
const MAKER_NAME_CHARS_MAX = 200;
const NATIONALITY_CHARS_MAX = 60;

/** A maker with nationality and life dates, as one or more records state them. */
export interface MakerNameAndBio {
  readonly name: string;
  /** Nationality as the source writes it; empty when the source gives none. */
  readonly nationality: string;
  /** Years of birth and death; null when unknown. */
  readonly birth: number | null;
  readonly death: number | null;
}

/**
 * Returns the entity of a maker, the text by which the index counts the maker's documents: `creator:name`, followed by
 * nationality and life dates if there are any.
 */
export function makerEntity({ name, nationality = '', birth, death }: WorkCreator): string {
  const head = `${KIND}${withoutTabs(name, MAKER_NAME_CHARS_MAX)}`;
  const facts = [withoutTabs(nationality, NATIONALITY_CHARS_MAX), birth ?? '', death ?? ''];
  return facts.every((fact) => fact === '') ? head : `${head}\t${facts.join('\t')}`;
}

function withoutTabs(text: string, charsMax: number): string {
  const cut = text.length > charsMax ? text.slice(0, charsMax) : text;
  return cut.includes('\t') ? cut.replaceAll('\t', ' ') : cut;
}

/** Returns the entity of a maker without nationality and life dates: `creator:name`. Any other entity is returned unchanged. */
export function entityWithoutFacts(entity: string): string {
  const cut = entity.indexOf('\t');
  return cut === -1 || !entity.startsWith(KIND) ? entity : entity.slice(0, cut);
}

/** Parses a maker's entity, `creator:…` with nationality and life dates; null for an entity of another kind. */
export function readMakerEntity(entity: string): MakerNameAndBio | null {
  if (!entity.startsWith(KIND)) return null;
  const [name = '', nationality = '', birth = '', death = ''] = entity
    .slice(KIND.length)
    .split('\t');
  return { name, nationality, birth: storedYear(birth), death: storedYear(death) };
}

function storedYear(text: string): number | null {
  return text === '' ? null : Number(text);
}
