import { testDb, type ConnectedTestDatabase } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EFFECT_MIGRATIONS } from './migrations.ts';
import { sql } from '../sql.ts';

let opened: ConnectedTestDatabase;
beforeAll(async () => {
  opened = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  await opened.db.rows(sql.raw(key('key-12345')));
  await opened.db.rows(
    sql`select effect.append('acc_1', 'a', 'owner', null, 'act', null, 'w', null, null, 'req_1')`,
  );
});
afterAll(() => opened.close());

function key(name: string, response = `'{}'`, words = `'{w}'`): string {
  return `insert into effect.idempotency (account_id, key, action, fp, fp_v, words, response)
    values ('acc_1', '${name}', 'a', 'fp', 1, ${words}, ${response})`;
}

test.each([
  ['the same key of an account twice', key('key-12345')],
  ['a key of seven characters', key('1234567')],
  ['a key of another form', key('key with blanks')],
  ['a key that touched Worlds and has no response', key('key-23456', 'null')],
  ['an effect without an account', `update effect.idempotency set account_id = null`],
  ['a number of the journal twice', `insert into effect.journal select * from effect.journal`],
  [
    'a journal that begins at zero',
    `insert into effect.journal select (jsonb_populate_record(j, '{"seq": 0}')).* from effect.journal j`,
  ],
  ['a chain that ends before it begins', `update effect.journal_head set seq = -1`],
  [
    'a refusal that nobody was told',
    `insert into effect.refusal values ('acc_1', 'k', 'a', 'c', now(), 0)`,
  ],
])('cannot be stored: %s', async (_, statement) => {
  // SQLSTATE class 23: a constraint refused the statement, so its syntax is valid.
  await expect(opened.db.rows(sql.raw(statement))).rejects.toMatchObject({
    code: expect.stringMatching(/^23/),
  });
});
