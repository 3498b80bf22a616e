import { from, room } from './requirement.ts';

const ROLES = 'libs/testing/src/database-roles.test.ts';
const RUNNER = 'libs/db/src/migrate/run-migrations.test.ts';
const PATIENCE = 'libs/db/src/migrate/lock-patience.test.ts';
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
    'migrations.patient': room(
      'No writer waits for a migration longer than 250 ms, also while a reader holds the table open.',
      [PATIENCE, 'a migration behind an open reader lets writers pass'],
      ['libs/testing/src/migrations-under-load.test.ts', 'no writer waits for it'],
    ),
    'migrations.resumed': room(
      'A killed migration goes on where it ended; an index left invalid is dropped and made again.',
      [PATIENCE, 'a run that is killed while it waits goes on in the next run'],
      [PATIENCE, 'a file without a transaction goes on behind its last recorded statement'],
      [PATIENCE, 'an index that a failed run left invalid is dropped and made again'],
    ),
    'migrations.linted': room(
      'A migration that would hold a lock for long is refused with the safe form.',
      ['scripts/lint/migrations.test.ts', 'refused with the safe form: %s'],
    ),
    'journal.hash': room(
      'A journal row is hashed from whole milliseconds; rows of the earlier text verify by theirs.',
      ['libs/db/src/effect/journal.test.ts', 'each verifies by its own'],
      ['libs/db/src/effect/journal.test.ts', 'so that any program can compute the hash'],
    ),
    'migrations.newer': room(
      'A start on a database of a newer version is refused with one sentence that says what to do.',
      [RUNNER, 'is refused by the %s with what to do'],
    ),
  }),
  ...from('operations 4.1', {
    'roles.services': room(
      'Each service connects with a role that reads and writes its own schema only; a new table needs no grant by hand.',
      [ROLES, 'reads and writes the rows of its own schema'],
      [ROLES, 'has no right on the tables of another service'],
      [ROLES, 'a table that a later migration makes needs no grant of its own'],
    ),
    'roles.journal': room(
      'No role of the product can change, empty or alter the journal, or switch its trigger off.',
      [ROLES, 'it cannot %s'],
      [ROLES, 'may do to schema effect exactly what its statements do'],
    ),
    'roles.all-in-one': room(
      'The all-in-one connects as a role that is no superuser, also on a data folder of an earlier version.',
      ['libs/db/src/roles/embedded-roles.test.ts', 'works as a role that is no superuser'],
    ),
    'roles.store': room(
      'Each service has a user of the object store that may do what it needs in its own folders, and nothing else.',
      ['libs/blobs/src/access/prepare-store.test.ts', '%s %s %s in %s/'],
      ['libs/blobs/src/access/prepare-store.test.ts', 'a secret that was changed lets nobody in'],
    ),
    'roles.search': room(
      'The service that searches holds a key that only searches; an import holds one for the indexes of the archive.',
      [
        'libs/search/src/drivers/meilisearch/engine-keys.test.ts',
        'it sends searches and nothing else',
      ],
      [
        'libs/search/src/drivers/meilisearch/engine-keys.test.ts',
        'is filled by the import key, read by the search key, and not changed by it',
      ],
    ),
    'roles.credentials': room(
      'A process of the split product is given only the credentials that it needs.',
      ['e2e/src/compose.test.ts', 'each container is given the credentials that its service needs'],
      ['libs/testing/src/service-credentials.test.ts', 'is given no credential of another'],
    ),
  }),
  ...from('operations 7', {
    'growth.plans': room(
      'No statement reads a large table whole, joins it by hash or merge, sorts it or handles many more rows than it returns, under a custom and a generic plan; a new statement without a call in the suite fails it.',
      ['libs/testing/src/statement-plans.test.ts', 'a new statement needs its call in this suite'],
      [
        'libs/testing/src/statement-plans.test.ts',
        'has no Seq Scan, Hash Join, Merge Join or Sort',
      ],
      ['libs/testing/src/statement-plans.test.ts', 'is refused for its'],
      ['libs/testing/src/statement-plans.test.ts', 'many more rows than it returns'],
    ),
    'growth.ids': room(
      'A create that needs a newer id does not hold the counter of the cell until it commits.',
      ['libs/builder/src/page-ids.test.ts', 'holds the counter of the cell for no other create'],
      ['libs/builder/src/page-ids.test.ts', 'get a newer id while their transactions are open'],
    ),
    'growth.audit': room(
      'The journal is verified in pages, and finds the same wherever their borders are.',
      ['libs/db/src/effect/journal.test.ts', 'was edited, wherever it stands'],
    ),
    'growth.mark': room(
      'A verification of the journal goes on behind the rows that were verified before, a full one finds what was changed there since, and no service writes the mark between them.',
      ['libs/db/src/effect/journal.test.ts', 'goes on behind it and moves it to the end'],
      ['libs/db/src/effect/journal.test.ts', 'leaves the changed row %i to a full run'],
      ['libs/testing/src/database-roles.test.ts', 'services do not, and the mark'],
    ),
  }),
};
