import { from, room } from './requirement.ts';

const RUNNER = 'libs/db/src/migrate/run-migrations.test.ts';
const FILES = 'libs/db/src/migrate/migration-files.test.ts';

/** What an upgrade may do to a database, and what a database refuses. */
export const DATABASE = {
  ...from('operations 6.2', {
    'migrations.pinned': room(
      'A migration that was changed after it was pinned is refused by the tests and by the runner, with both hashes.',
      [FILES, 'a file that was changed after it was pinned is refused, with both hashes'],
      [RUNNER, 'a database to which another text was applied is refused, with both hashes'],
      ['scripts/lint/migrations.test.ts', 'is pinned and unchanged'],
    ),
    'migrations.limits': room(
      'A limit of the contract and the check in the database never part: a changed limit demands a migration.',
      ['libs/testing/src/stored-limits.test.ts', 'is the limit of the contract'],
    ),
    'migrations.adopted': room(
      'A database that an earlier version migrated without hashes goes on where it is.',
      [RUNNER, 'a database that an earlier version migrated without hashes goes on where it is'],
    ),
    'migrations.newer': room(
      'A start on a database of a newer version is refused with one sentence that says what to do.',
      [RUNNER, 'is refused by the %s with what to do'],
    ),
  }),
};
