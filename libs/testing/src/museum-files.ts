import { Missing } from './requirement.ts';
import { sharedPath } from './shared-folder.ts';

/** Museum files of source records, relative to the shared folder `archive`, in import order; together 314,045 records. */
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

/** Tables of makers in the same folder, one for each museum that publishes one. */
export const MUSEUM_MAKERS = [
  'moma/Artists.csv',
  'tate/artist_data.csv',
  'walters/creators.csv',
  'nga/constituents.csv.gz',
] as const;

/** Tables with alternative spellings of the makers' names. */
export const MUSEUM_SPELLINGS = ['nga/constituents_altnames.csv.gz'] as const;

/** Absolute paths of the museums' files; null when their folder does not exist on this machine. */
export function museumPaths(files: readonly string[]): string[] | null {
  try {
    return files.map((file) => sharedPath('archive', file));
  } catch (error) {
    if (error instanceof Missing) return null;
    throw error;
  }
}

/** The message for a run without that folder. */
export const NO_MUSEUMS =
  'The museums’ files are not at hand. Set BRIDGE_TEST_SHARED to the folder that holds "archive", or import files of your own: npm run ctl -- archive import <file|folder>.';
