import { both, from, room } from './requirement.ts';

const SAYS = 'libs/surf/src/actions/says-what-it-did.test.ts';
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
    'archive.filters-told': room(
      'A filter that is not known is named with the values that exist; one that leaves nothing is named.',
      [SAYS, 'is named as ignored with what exists'],
      [SAYS, 'that leaves nothing is named'],
      [SAYS, 'is in the reference with the values that the search takes'],
    ),
    'archive.real-words': room(
      'A real word of any known language is never corrected nor expanded into one of another meaning; what is corrected stands in the notes.',
      [SAYS, 'of any language is never corrected'],
      [SAYS, 'is not expanded to one of another meaning'],
      [SAYS, 'and the notes say so'],
    ),
    'archive.total': room(
      'total_estimate estimates how many references fit, whatever the limit, or the notes say at least.',
      [SAYS, 'estimates the total, whatever the limit'],
      [SAYS, 'says that there are at least so many'],
      [SAYS, 'only when that is so'],
    ),
    'archive.no-letters': both(
      'A query without a letter or digit answers with no references and says why.',
    ),
    'archive.attribution': room(
      'An attribution names the rights in the work and the picture before those in the data.',
      [SAYS, 'attributes the work by its own rights before the data'],
    ),
  }),
} as const;
