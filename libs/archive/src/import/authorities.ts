import type { RawRecord } from '../sources/source.ts';
import { type MakerBio, parseBio } from '../record/names.ts';
import { numberOf, textOf } from '../sources/source.ts';
import type { StoredMakerBio } from './target.ts';

/** A row of a museum's table of makers' names: one spelling of the name of one person. */
export interface MakerNameRow {
  /** The person's key in the museum's table. */
  readonly key: string;
  /** One spelling of the person's name. */
  readonly spelling: string;
  /** Nationality and life dates; absent if the row has no nationality. */
  readonly life?: StoredMakerBio;
}

/** A table in which a museum publishes spellings of makers' names, and the function that reads its rows. */
export interface MakerNameTableFormat {
  readonly name: string;
  readonly dataset: string;
  readonly shape: readonly string[];
  /** Parses a row of the table; null when the row contains no name. */
  readonly read: (raw: RawRecord) => MakerNameRow | null;
}

/** Converts "Mondriaan, Pieter Cornelis" to "Pieter Cornelis Mondriaan". */
function forward(name: string): string {
  const turned = /^([^,]+), ([^,]+)$/.exec(name);
  return turned === null ? name : `${turned[2] ?? ''} ${turned[1] ?? ''}`;
}

function spelled(key: string, spelling: string, bio: MakerBio = {}): MakerNameRow | null {
  if (key === '' || spelling === '' || /^(?:unknown|anonymous)/i.test(spelling)) return null;
  const { nationality = '', birth = null, death = null } = bio;
  return nationality === ''
    ? { key, spelling }
    : { key, spelling, life: [nationality, birth, death] };
}

/** Returns nationality and life dates from these columns of a row; the year 0 means that there is no date. */
function bioOf(raw: RawRecord, nationality: string, birth: string, death: string): MakerBio {
  const [born, died] = [numberOf(raw[birth]), numberOf(raw[death])];
  return {
    nationality: textOf(raw, nationality),
    ...(born === null || born === 0 ? {} : { birth: born }),
    ...(died === null || died === 0 ? {} : { death: died }),
  };
}

/** The tables of makers' names that an import recognises. Museums publish them with their records. */
export const AUTHORITIES: readonly MakerNameTableFormat[] = [
  {
    name: 'moma-artists',
    dataset: 'The Museum of Modern Art (MoMA) Collection: artists',
    shape: ['ConstituentID', 'DisplayName', 'ArtistBio', 'Nationality'],
    read: (raw) =>
      spelled(
        textOf(raw, 'ConstituentID'),
        forward(textOf(raw, 'DisplayName')),
        bioOf(raw, 'Nationality', 'BeginDate', 'EndDate'),
      ),
  },
  {
    name: 'tate-artists',
    dataset: 'The Tate Collection: artists',
    shape: ['id', 'name', 'gender', 'yearOfBirth', 'placeOfBirth', 'url'],
    read: (raw) => spelled(textOf(raw, 'id'), forward(textOf(raw, 'name'))),
  },
  {
    name: 'walters-creators',
    dataset: 'The Walters Art Museum Collection: creators',
    shape: ['id', 'sort_name', 'name', 'CreatorURL', 'CreatorArt'],
    read: (raw) => spelled(textOf(raw, 'id'), textOf(raw, 'name'), parseBio(textOf(raw, 'date'))),
  },
  {
    name: 'nga-constituents',
    dataset: 'National Gallery of Art Open Data: constituents',
    shape: ['constituentid', 'preferreddisplayname', 'forwarddisplayname', 'constituenttype'],
    read: (raw) =>
      spelled(
        textOf(raw, 'constituentid'),
        textOf(raw, 'forwarddisplayname') || forward(textOf(raw, 'preferreddisplayname')),
        bioOf(raw, 'nationality', 'beginyear', 'endyear'),
      ),
  },
  {
    name: 'nga-constituents',
    dataset: 'National Gallery of Art Open Data: alternative names',
    shape: ['altnameid', 'constituentid', 'displayname', 'forwarddisplayname', 'nametype'],
    read: (raw) =>
      // A row of a spouse or a group names another person: it is not another spelling of this person's name.
      /^(?:spouse|member of)$/i.test(textOf(raw, 'nametype'))
        ? null
        : spelled(
            textOf(raw, 'constituentid'),
            textOf(raw, 'forwarddisplayname') || forward(textOf(raw, 'displayname')),
          ),
  },
];

/** Known tables of museums that contain neither records nor names. An import refuses them and says what they contain. */
export const OTHER_TABLES: readonly { readonly shape: readonly string[]; readonly what: string }[] =
  [
    {
      shape: ['mediaid', 'relatedid', 'relatedentity'],
      what: 'links between the media and the objects of the National Gallery of Art',
    },
    {
      shape: ['CollectionID', 'CollectionName', 'CollDescription'],
      what: 'the collections of the Walters Art Museum',
    },
    {
      shape: ['ExhibitionID', 'ExhTitle', 'WaltersArtworks'],
      what: 'the exhibitions of the Walters Art Museum',
    },
  ];
