import { MissingTestResourceError } from './requirement.ts';
import { sharedPath } from './shared-folder.ts';

/** Museum record files in the shared test folder `archive`, in import order; they contain 314,045 records. */
export const MUSEUM_OBJECTS = [
  'moma/objects-json.tar.gz',
  'tate/artworks-json.tar.gz',
  'cmoa/cmoa-json.tar.gz',
  'cmoa/teenie-json.tar.gz',
  'wcma/objects-json-2017.tar.gz',
  'walters/objects-json-v1.no-description.tar.gz',
  'nypl/pd_collections.ndjson',
  'nga/media_items.csv.gz',
  'aic/someArtworks.csv',
  'met/MetObjects.first999.excel-resave.csv',
  'smithsonian/edan-sample.jsonl',
] as const;

/** Files with tables of makers (artists), one per museum that publishes one. */
export const MUSEUM_MAKERS = [
  'moma/Artists.csv',
  'tate/artist_data.csv',
  'walters/creators.csv',
  'nga/constituents.csv.gz',
] as const;

/** Files with other spellings of the makers' names. */
export const MUSEUM_SPELLINGS = ['nga/constituents_altnames.csv.gz'] as const;

/** Returns the absolute paths of museum files; null when the folder for shared test data does not exist. */
export function museumPaths(files: readonly string[]): string[] | null {
  try {
    return files.map((file) => sharedPath('archive', file));
  } catch (error) {
    if (error instanceof MissingTestResourceError) return null;
    throw error;
  }
}

/** Message for the user when the folder for shared test data does not exist. */
export const NO_MUSEUMS =
  'The museums’ files are not at hand. Set BRIDGE_TEST_SHARED to the folder that holds "archive", or import files of your own: npm run ctl -- archive import <file|folder>.';
