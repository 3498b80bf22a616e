import type { RawRecord } from '../sources/source.ts';
import { textOf } from '../sources/source.ts';

/** A name authority: a museum's table with alternative spellings of makers' names. */
export interface Authority {
  readonly name: string;
  readonly dataset: string;
  readonly shape: readonly string[];
  /** Returns the person's key in the table and one spelling of the name; null when the row contains no name. */
  readonly read: (raw: RawRecord) => { readonly key: string; readonly spelling: string } | null;
}

/** Converts "Mondriaan, Pieter Cornelis" to "Pieter Cornelis Mondriaan". */
function forward(name: string): string {
  const turned = /^([^,]+), ([^,]+)$/.exec(name);
  return turned === null ? name : `${turned[2] ?? ''} ${turned[1] ?? ''}`;
}

function spelled(key: string, spelling: string): { key: string; spelling: string } | null {
  return key === '' || spelling === '' || /^(?:unknown|anonymous)/i.test(spelling)
    ? null
    : { key, spelling };
}

/** The name authorities that museums publish with their records. */
export const AUTHORITIES: readonly Authority[] = [
  {
    name: 'moma-artists',
    dataset: 'The Museum of Modern Art (MoMA) Collection: artists',
    shape: ['ConstituentID', 'DisplayName', 'ArtistBio', 'Nationality'],
    read: (raw) => spelled(textOf(raw, 'ConstituentID'), forward(textOf(raw, 'DisplayName'))),
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
    read: (raw) => spelled(textOf(raw, 'id'), textOf(raw, 'name')),
  },
  {
    name: 'nga-constituents',
    dataset: 'National Gallery of Art Open Data: constituents',
    shape: ['constituentid', 'preferreddisplayname', 'forwarddisplayname', 'constituenttype'],
    read: (raw) =>
      spelled(
        textOf(raw, 'constituentid'),
        textOf(raw, 'forwarddisplayname') || forward(textOf(raw, 'preferreddisplayname')),
      ),
  },
  {
    name: 'nga-constituents',
    dataset: 'National Gallery of Art Open Data: alternative names',
    shape: ['altnameid', 'constituentid', 'displayname', 'forwarddisplayname', 'nametype'],
    read: (raw) =>
      // A spouse or group is another person, not another spelling.
      /^(?:spouse|member of)$/i.test(textOf(raw, 'nametype'))
        ? null
        : spelled(
            textOf(raw, 'constituentid'),
            textOf(raw, 'forwarddisplayname') || forward(textOf(raw, 'displayname')),
          ),
  },
];

/** Known museum tables that contain neither records nor names. */
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
