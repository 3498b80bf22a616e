import { both, from, room } from './requirement.ts';

const DRIVERS = 'libs/search/src/drivers';

/** Every row of what the archive promises beyond the contract's own sentences. */
export const ARCHIVE = {
  ...from('archive', {
    'archive.damaged-start': both(
      'A damaged search folder costs neither the start nor the search: the starter archive answers.',
    ),
    'archive.damaged-folder': room(
      'Whatever is damaged in a search folder, the version before or the starter archive serves, doctor and the log say so, and doctor ends by itself.',
      [`${DRIVERS}/sqlite/damaged-folder.test.ts`, 'serves the version before and says so'],
      [`${DRIVERS}/sqlite/damaged-folder.test.ts`, 'serves its newest version and says so'],
      [`${DRIVERS}/sqlite/damaged-folder.test.ts`, 'serves the reserve and says so'],
      [`${DRIVERS}/sqlite/damaged-folder.test.ts`, 'while it is searched answers the next search'],
      [`${DRIVERS}/sqlite/damaged-folder.test.ts`, 'costs nothing but the archive'],
      [
        'libs/surf/src/damaged-archive.test.ts',
        'serves the starter archive and tells the operator',
      ],
      ['apps/ctl/src/commands/archive.test.ts', 'end with 1 and a sentence, never in the middle'],
      ['apps/surf/src/operator.test.ts', 'CURRENT names no index version'],
    ),
    'archive.killed-commit': room(
      'An import that is killed at any moment and resumed brings back no record that it dropped, and keeps the version before.',
      [`${DRIVERS}/meilisearch/killed-commit.test.ts`, 'brings back no record that it dropped'],
      [`${DRIVERS}/meilisearch/killed-commit.test.ts`, 'killed between its swaps is rolled back'],
    ),
  }),
} as const;
