/** A filter that a search query may contain, written as `name:value` in the query text. */
export interface SearchFilterDefinition {
  readonly name: string;
  /** Alternative names of the filter. */
  readonly aliases: readonly string[];
  /** Phrase that describes the values that the filter accepts. */
  readonly values: string;
  readonly example: string;
  /** Phrase that describes the records that match the filter. */
  readonly about: string;
}

/** Values of the search filter `type:` that name a kind of work. The filter also accepts media types, such as `sound`. */
export const SEARCH_FORMS = [
  'painting',
  'drawing',
  'watercolor',
  'print',
  'poster',
  'photograph',
  'book',
  'manuscript',
  'periodical',
  'document',
  'map',
  'textile',
  'costume',
  'furniture',
  'ceramic',
  'glass',
  'metalwork',
  'jewelry',
  'arms',
  'coin',
  'sculpture',
  'model',
  'architecture',
  'design',
  'installation',
  'collage',
  'film',
  'video',
  'recording',
  'performance',
  'object',
] as const;

/** Names of the museum collections that the importer supports. An operator's own import may add other names. */
export const SEARCH_SOURCES = [
  'moma',
  'tate',
  'cmoa',
  'teenie',
  'walters',
  'wcma',
  'nypl',
  'nga-media',
  'aic',
  'met',
  'smithsonian',
] as const;

/** All filters of a search query, in the order in which the reference documentation lists them. */
export const SEARCH_FILTERS = [
  {
    name: 'type',
    aliases: ['form'],
    values: `${SEARCH_FORMS.join(', ')}; or image, text, sound, 3d`,
    example: 'type:poster,print',
    about: 'What the work is. Several values with commas: one of them.',
  },
  {
    name: 'date',
    aliases: ['year', 'years'],
    values: '1920, 1920..1930, ..1900, 1950.., 1920s, "19th century"',
    example: 'date:1920..1930',
    about: 'Years that the work’s own years touch. A value with a blank stands in quotes.',
  },
  {
    name: 'rights',
    aliases: ['licence', 'license'],
    values: 'open, restricted, unknown',
    example: 'rights:open',
    about: 'Category of the rights in work and picture, as the source states them.',
  },
  {
    name: 'source',
    aliases: [],
    values: SEARCH_SOURCES.join(', '),
    example: 'source:tate',
    about:
      'The collection. An operator’s own import adds its name; `facets.source` of an answer lists what there is.',
  },
  {
    name: 'creator',
    aliases: ['artist', 'maker'],
    values: 'a name or a part of one',
    example: 'creator:"el lissitzky"',
    about: 'Words that the maker’s name must hold.',
  },
  {
    name: 'image',
    aliases: [],
    values: 'yes, no',
    example: 'image:yes',
    about: 'Whether the reference links a picture.',
  },
  {
    name: 'lang',
    aliases: ['language'],
    values: 'a code of two or three letters: en, fr, de, es, it',
    example: 'lang:de',
    about: 'Language of the title, as the source says or else guessed.',
  },
  {
    name: 'like',
    aliases: [],
    values: 'the id of a reference',
    example: 'like:moma:79802',
    about: 'Works that share maker, subjects, form and date with that one.',
  },
] as const satisfies readonly SearchFilterDefinition[];

/** Name of a search filter, such as `date`. */
export type SearchFilterName = (typeof SEARCH_FILTERS)[number]['name'];
