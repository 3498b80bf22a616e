import { from, room } from './requirement.ts';

const BODIES = 'libs/gateway/src/bodies.test.ts';
const SWEEP = 'libs/builder/src/sweep';
const HIGH = 'libs/builder/src/high-water/high-water.test.ts';
const OLDER = 'e2e/src/gauntlet/older-database.test.ts';

/** What becomes of bodies that are stored outside of the database. */
export const BODY = {
  ...from('decisions 4', {
    'bodies.refused': room(
      'A refused call with a large body leaves no object in the store.',
      [BODIES, 'a refused large create leaves no object in the store'],
      [BODIES, 'a refused large patch leaves no object in the store'],
      [BODIES, 'a right taken away between admission and effect'],
    ),
    'bodies.replayed': room(
      'A large call that is repeated, or sent by twins, stores one object.',
      [BODIES, 'gets the first result and stores nothing more'],
      [BODIES, 'of large twins one object stays'],
    ),
    'bodies.counted': room(
      'Bodies in flight and bodies that nothing adopted yet count against the account.',
      [BODIES, 'count against the account'],
    ),
    'bodies.unknown': room('A call whose outcome is unknown keeps its body.', [
      BODIES,
      'a call whose outcome is unknown keeps its body',
    ]),
    'bodies.swept': room(
      'The sweep takes a million objects a day with at most 5 % of a core, and says what it took and what it left.',
      ['libs/kernel/src/pace.test.ts', 'keeps up with a million objects a day'],
      [`${SWEEP}/sweep.test.ts`, 'is counted in the metrics by kind'],
    ),
    'bodies.clock': room(
      'No clock decides whether a large body is adopted: not the store’s, and not a process’s.',
      ['libs/builder/src/websites.test.ts', 'two hours behind or ahead'],
    ),
  }),
  ...from('decisions 3', {
    'bodies.damaged': room(
      'Stored content that is missing or altered is content_damaged on every surface, counted, and nothing of it is delivered.',
      ['libs/gateway/src/damaged.test.ts', 'answers content_damaged on every surface'],
      ['libs/sites/src/damaged.test.ts', 'is a 503 page, whole and in parts'],
    ),
    'bodies.verify': room('Damaged objects are named by ctl doctor and by ctl blobs verify.', [
      'e2e/src/gauntlet/damaged-content.test.ts',
      'found by doctor and by blobs verify',
    ]),
  }),
  ...from('operations 3.3', {
    'bodies.older-database': room(
      'A start on a database that is older than what the store saw is refused with one sentence, until ctl adopt.',
      [HIGH, 'is refused with one sentence that names ctl adopt'],
      [HIGH, 'with the store of another database, or with a mark that cannot be read, is refused'],
      [OLDER, 'an older database that was put back destroys nothing'],
      ['e2e/src/split/split.test.ts', 'a builder whose database is older'],
    ),
    'bodies.trash': room(
      'An older database that was put back destroys nothing: sweeps are held, what they take is kept in the trash, and all drafts are read once the newer one is back.',
      [OLDER, 'an older database that was put back destroys nothing'],
      [HIGH, 'keeps every object for 7 days, and gets back from the trash what it names'],
      [`${SWEEP}/sweep.test.ts`, 'the trash keeps what was swept for 7 days'],
    ),
    'bodies.ids': room(
      'An id of a website is never given twice, also after an older database was put back.',
      [HIGH, 'gives ids a billion above every id'],
      [HIGH, 'gives no new ids until it is adopted'],
    ),
  }),
};
