import { EFFECT_MIGRATIONS, sql } from '@bridge/db';
import {
  startTestServices,
  testDb,
  worldsModule,
  type TestServices,
  type ConnectedTestDatabase,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from '../module.ts';
import { BUILDER_MIGRATIONS } from './builder-migrations.ts';

/** SQL that inserts one website with one published revision. The invalid statements of these tests change this data. */
const GOOD = `
  insert into builder.tally values ('acc_1', 1, 10, 7);
  with page as (insert into builder.page (account_id, page_id, title, word, lineage_id, draft_revision)
    values ('acc_1', 7, 't', 'w', 'lin_1', 1) returning 1)
  insert into builder.revision (account_id, page_id, revision, action, actor, word, bytes, chars, sha256, newline, inline,
    layers_bytes, layers_chars, layers_sha256, layers_inline)
  select 'acc_1', 7, 1, 'builder.create', 'owner', 'w', 3, 3, repeat('a', 64), 'none', 'abc', 2, 2, repeat('b', 64), '[]' from page;
  insert into builder.publication values ('acc_1', 'pub_${'0'.repeat(26)}', 7, 1, 1, 'committed', 'key-12345', now(), now(),
    'sn_${'a'.repeat(26)}', true);
  insert into builder.snapshot (page_id, snapshot_id, account_id, publication_id, revision, title, word, publication_mode,
    offline_ready, external_form, page_object, page_bytes, page_sha256)
  values (7, 'sn_${'a'.repeat(26)}', 'acc_1', 'pub_${'0'.repeat(26)}', 1, 't', 'w', 'online', false, false,
    'snap/pub_${'0'.repeat(26)}/x', 3, repeat('a', 64));
  insert into builder.live values (7, 'acc_1', 'sn_${'a'.repeat(26)}', 1, 'w', 'public', false, 1);
`;
/** Returns SQL that inserts revision 2 as a copy of revision 1, with changed columns. */
const revision = (changes: string): string =>
  `insert into builder.revision select (jsonb_populate_record(r, jsonb_build_object('revision', 2) || ${changes})).*
    from builder.revision r where revision = 1`;
/** Statements that would store invalid data, each with a description of this data. A constraint must refuse each statement. */
const BAD: readonly [what: string, statement: string][] = [
  ['an id of zero', `update builder.page set page_id = 0`],
  ['a word of another form', `update builder.page set word = 'Not-A-Word'`],
  ['an empty title', `update builder.page set title = ''`],
  ['a title of 121 characters', `update builder.page set title = repeat('é', 121)`],
  ['a revision of zero', `update builder.page set draft_revision = 0`],
  ['a draft that points at no revision', `update builder.page set draft_revision = 2`],
  ['a website of an unknown kind', `update builder.page set kind = 'other'`],
  ['the same revision twice', `insert into builder.revision select * from builder.revision`],
  ['a revision of no website', revision(`'{"page_id": 8}'`)],
  ['a body both inside and outside', revision(`'{"object": "body/x"}'`)],
  ['a body neither inside nor outside', revision(`'{"inline": null}'`)],
  ['a pruned revision with a body', revision(`'{"pruned": true}'`)],
  ['a body of another length', revision(`'{"bytes": 4, "chars": 4}'`)],
  ['more characters than bytes', revision(`'{"chars": 4}'`)],
  ['a body over 20 MiB', revision(`'{"bytes": 20971521, "inline": null, "object": "body/x"}'`)],
  [
    'more characters than a page may have',
    revision(`'{"bytes": 5242881, "chars": 5242881, "inline": null, "object": "body/x"}'`),
  ],
  [
    'an inline body over 256 KiB',
    revision(`jsonb_build_object('bytes', 262145, 'inline', '\\x' || repeat('00', 262145))`),
  ],
  ['an object of another folder', revision(`'{"inline": null, "object": "snap/x"}'`)],
  ['a hash that is none', revision(`'{"sha256": "zz"}'`)],
  [
    'layers over 1 MiB',
    revision(`'{"layers_bytes": 1048577, "layers_inline": null, "layers_object": "body/x"}'`),
  ],
  [
    'a published revision without its body',
    `update builder.revision set published = true, pruned = true, inline = null, layers_inline = null`,
  ],
  [
    'a committed publication without a snapshot',
    `update builder.publication set snapshot_id = null`,
  ],
  ['a pending publication with a snapshot', `update builder.publication set state = 'pending'`],
  ['a publication of a missing revision', `update builder.publication set revision = 2`],
  ['a snapshot without its object', `update builder.snapshot set page_object = null`],
  [
    'an object of another publication',
    `update builder.snapshot set page_object = 'snap/pub_${'1'.repeat(26)}/x'`,
  ],
  ['half a variant', `update builder.snapshot set br_bytes = 4`],
  [
    'a portable snapshot without an archive',
    `update builder.snapshot set publication_mode = 'portable'`,
  ],
  [
    'an online snapshot that claims to be ready offline',
    `update builder.snapshot set offline_ready = true`,
  ],
  ['a live pointer to a snapshot of another website', `update builder.live set page_id = 8`],
  ['a live pointer to no snapshot', `update builder.live set snapshot_id = 'sn_${'b'.repeat(26)}'`],
  ['a published revision that is missing', `update builder.live set published_revision = 2`],
  ['an unknown visibility', `update builder.live set visibility = 'secret'`],
  ['removing a revision that is shown', `delete from builder.revision`],
  ['a negative count of bytes', `update builder.tally set bytes = -1`],
];

// Verifies: storage.states.
describe('a forbidden state cannot be stored', () => {
  let opened: ConnectedTestDatabase;
  beforeAll(async () => {
    opened = await testDb(
      { schema: 'effect', migrations: EFFECT_MIGRATIONS },
      { schema: 'builder', migrations: BUILDER_MIGRATIONS },
    );
    for (const statement of GOOD.split(/;\n/)) {
      if (statement.trim() !== '') await opened.db.rows(sql.raw(statement));
    }
  });
  afterAll(() => opened.close());

  test.each(BAD)('%s', async (_, statement) => {
    // SQLSTATE class 23 shows that a constraint refused the statement, not its syntax.
    await expect(opened.db.rows(sql.raw(statement))).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    });
  });
});

describe('the schema of a running service', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await startTestServices([worldsModule, builderModule]);
  });
  afterAll(() => services.stop());

  test('the primary key of each private table begins with the account; only tables that the public reads do not', async () => {
    const rows = await services.db.rows(
      sql<{ table: string; first: string }>`select c.relname as table, a.attname as first
        from pg_constraint k join pg_class c on c.oid = k.conrelid
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
        where k.contype = 'p' and c.relnamespace = 'builder'::regnamespace order by 1`,
    );
    const byOther = rows.filter(({ first }) => first !== 'account_id').map(({ table }) => table);
    expect(byOther).toEqual([
      'high_water',
      'live',
      'migration',
      'off_world',
      'page_block',
      'page_home',
      'public_tally',
      'purged',
      'purged_publication',
      'snapshot',
    ]);
  });
});
