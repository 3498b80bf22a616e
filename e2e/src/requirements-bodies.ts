import { from, room } from './requirement.ts';

const BODIES = 'libs/gateway/src/bodies.test.ts';
const SWEEP = 'libs/builder/src/sweep';

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
      [`${SWEEP}/pace.test.ts`, 'keeps up with a million objects a day'],
      [`${SWEEP}/sweep.test.ts`, 'is counted in the metrics by kind'],
    ),
    'bodies.clock': room(
      'No clock decides whether a large body is adopted: not the store’s, and not a process’s.',
      ['libs/builder/src/websites.test.ts', 'two hours behind or ahead'],
    ),
  }),
};
