import { ACCOUNT_MIGRATIONS } from '@bridge/account';
import { BUILDER_MIGRATIONS } from '@bridge/builder';
import { EFFECT_MIGRATIONS } from '@bridge/db';
import { GATEWAY_MIGRATIONS } from '@bridge/gateway';
import { WORLDS_MIGRATIONS } from '@bridge/worlds';
import { join } from 'node:path';
import pg from 'pg';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOf, misfits, SqlTextResolver } from './row-types.ts';
import { ROOT } from './shared-folder.ts';
import { type SqlStatementFile, sourceStatements, statementFiles } from './source-statements.ts';
import { testDb, type ConnectedTestDatabase } from './test-database.ts';

/** Accepted differences between row types in the code and result columns in the database, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "db.readRecords: Error: sql.id(schema, 'migration') cannot be followed to a template":
    'reads the records of any schema',
  'builder.listOldEdits: base_revision may be null': 'the statement leaves rows without it out',
  'builder.listPurging: purge_at may be null': 'the statement leaves rows without it out',
  'gateway.listEndingKeys: expires_at may be null': 'the statement leaves keys without it out',
  'worlds.listOffers: at may be null': 'a World with `handed_to` has it',
};
/** A file with statements whose row types are wrong, to test the comparison. */
const WRONG = { library: 'wrong', file: join(import.meta.dirname, 'wrong-rows.fixture.ts') };

const TYPES_MS_MAX = 120_000;
let database: ConnectedTestDatabase;
let client: pg.Client;
let program: ts.Program;
beforeAll(async () => {
  database = await testDb(
    { schema: 'effect', migrations: EFFECT_MIGRATIONS },
    { schema: 'worlds', migrations: WORLDS_MIGRATIONS },
    { schema: 'builder', migrations: BUILDER_MIGRATIONS },
    { schema: 'gateway', migrations: GATEWAY_MIGRATIONS },
    { schema: 'account', migrations: ACCOUNT_MIGRATIONS },
  );
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  program = ts.createProgram(
    [...statementFiles(), WRONG].map(({ file }) => file),
    options,
  );
}, TYPES_MS_MAX);
afterAll(async () => {
  await client.end();
  await database.close();
});

/**
 * Compares the row types of the statements in these files with their result columns. Returns the differences and the number of
 * compared statements.
 */
async function misfitsIn(files: readonly SqlStatementFile[]) {
  const checker = program.getTypeChecker();
  const texts = new SqlTextResolver(checker);
  const found: string[] = [];
  let checked = 0;
  for (const { name, node } of sourceStatements(files, (file) => program.getSourceFile(file))) {
    const [row] = node.typeArguments ?? [];
    // A template without a row type is only a part of a statement, or its rows are not read.
    if (row === undefined || !ts.isCallExpression(node.parent)) continue;
    checked += 1;
    try {
      const text = texts.textOf(node);
      const columns = await columnsOf(client, text);
      const wrong = misfits(checker, checker.getTypeFromTypeNode(row), text, columns);
      found.push(...wrong.map((one) => `${name}: ${one}`));
    } catch (error) {
      found.push(`${name}: ${String(error)}`);
    }
  }
  return { found, checked };
}

test(
  'every row type says what Postgres answers: names, types, and what may be null',
  { timeout: TYPES_MS_MAX },
  async () => {
    const { found, checked } = await misfitsIn(statementFiles());
    expect(found.filter((one) => EXCEPTIONS[one] === undefined)).toEqual([]);
    expect(Object.keys(EXCEPTIONS).filter((one) => !found.includes(one))).toEqual([]);
    expect(checked).toBeGreaterThan(60);
  },
);

test('a row type that says something else is found', async () => {
  const { found } = await misfitsIn([WRONG]);
  expect(found).toEqual([
    'wrong.wrongRows: page_id is number, not string',
    'wrong.wrongRows 2: object may be null',
    'wrong.wrongRows 3: title is never null',
    'wrong.wrongRows 4: no column word',
    'wrong.wrongRows 5: nobody reads word',
    'wrong.wrongRows 6: created_at is Date, not string',
  ]);
});
