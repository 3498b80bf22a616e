import { sql } from '@bridge/db';
import { testDb, type ConnectedTestDatabase } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GATEWAY_MIGRATIONS } from './gateway-migrations.ts';

const ACCOUNT = `acc_${'0'.repeat(26)}`;
const KEY = `key_${'0'.repeat(26)}`;
/** Returns SQL that inserts a copy of the valid key, with changed columns. */
const key = (changes: string): string =>
  `insert into gateway.key select (jsonb_populate_record(k, jsonb_build_object('key_id', 'key_${'1'.repeat(26)}',
    'hash', '\\x' || repeat('02', 32)) || ${changes}::jsonb)).* from gateway.key k`;

let opened: ConnectedTestDatabase;
beforeAll(async () => {
  opened = await testDb({ schema: 'gateway', migrations: GATEWAY_MIGRATIONS });
  const { db } = opened;
  await db.rows(
    sql`insert into gateway.owner (id, name, email) values ('o', 'o', 'o@example.org')`,
  );
  await db.rows(sql`insert into gateway.account values (${ACCOUNT}, 'o')`);
  await db.rows(sql`insert into gateway.key (account_id, key_id, hash, name, start, last4, scopes)
    values (${ACCOUNT}, ${KEY}, decode(repeat('01', 32), 'hex'), 'n', 'ak_', 'abcd', '{builder.get}')`);
});
afterAll(() => opened.close());

test.each([
  ['two keys with one hash', key(`jsonb_build_object('hash', '\\x' || repeat('01', 32))`)],
  ['one key twice', key(`jsonb_build_object('key_id', '${KEY}')`)],
  ['a key as it is, in place of its hash', key(`'{"hash": "\\\\x616b5f"}'`)],
  ['a key without scopes', key(`'{"scopes": []}'`)],
  ['a key limited to no World at all', key(`'{"worlds": []}'`)],
  ['a key of nobody', key(`jsonb_build_object('account_id', 'acc_${'9'.repeat(26)}')`)],
  ['a key without a name', key(`'{"name": ""}'`)],
  ['a key that was used less than never', key(`'{"use_count": -1}'`)],
  [
    'an e-mail address in two spellings',
    `insert into gateway.owner (id, name, email) values ('p', 'p', 'O@example.org')`,
  ],
  [
    'two owners of one address',
    `insert into gateway.owner (id, name, email) values ('p', 'p', 'o@example.org')`,
  ],
  [
    'two accounts of one owner',
    `insert into gateway.account values ('acc_${'1'.repeat(26)}', 'o')`,
  ],
  [
    'two links for the first owner',
    `insert into gateway.owner_link select decode(repeat('0' || i, 32), 'hex'), null, now() from generate_series(1, 2) i`,
  ],
])('cannot be stored: %s', async (_, statement) => {
  // SQLSTATE class 23 shows that a constraint refused the statement, not its syntax.
  await expect(opened.db.rows(sql.raw(statement))).rejects.toMatchObject({
    code: expect.stringMatching(/^23/),
  });
});

test('the row that the bad ones are made from is a good one', async () => {
  await opened.db.rows(sql.raw(key(`'{}'`)));
});
