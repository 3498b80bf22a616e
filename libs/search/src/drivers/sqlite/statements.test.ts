import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { SCHEMA } from './schema.ts';
import { prepareRows, PreparedStatementCache } from './statements.ts';

const database = new DatabaseSync(':memory:');
database.exec(SCHEMA);
afterAll(() => database.close());

describe('the column types of a statement', () => {
  test('that the schema has are the types of its rows', () => {
    const statements = new PreparedStatementCache(database);
    statements.write("INSERT INTO side VALUES ('lexicon', x'0102')").run();
    const query = statements.query('SELECT name, bytes FROM side', 'TEXT', 'BLOB');
    expect(query.all()).toEqual([['lexicon', new Uint8Array([1, 2])]]);
    expect(query.get()).toEqual(['lexicon', new Uint8Array([1, 2])]);
  });

  test.each([
    ['another type', () => prepareRows(database, 'SELECT id, row FROM doc', 'TEXT', 'TEXT')],
    ['a type for no column', () => prepareRows(database, 'SELECT id FROM doc', 'TEXT', 'TEXT')],
    ['a column without a type', () => prepareRows(database, 'SELECT id, row FROM doc', 'TEXT')],
  ])('with %s are refused when the statement is prepared', (_, prepare) => {
    expect(prepare).toThrow(expect.objectContaining({ reason: 'failed' }) as Error);
  });
});
