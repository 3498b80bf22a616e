import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMigrations } from './migration-files.ts';

const ONE = 'create table room.one (id text primary key);\n';
const ONE_HASH = hash('sha256', Buffer.from(ONE));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bridge-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = () => readMigrations(pathToFileURL(`${folder}/`));
const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

test('migrations are read in the order of their names, with kind and hash', () => {
  write('002-two.data.sql', ONE);
  write('001-one.expand.sql', ONE);
  write('migrations.lock', `${ONE_HASH}  001-one.expand.sql\n${ONE_HASH}  002-two.data.sql\n`);
  expect(read()).toEqual([
    { name: '001-one', kind: 'expand', hash: ONE_HASH, text: ONE },
    { name: '002-two', kind: 'data', hash: ONE_HASH, text: ONE },
  ]);
});

// Verifies: storage.pinned.
test('a file that was changed after it was pinned is refused, with both hashes', () => {
  const changed = `${ONE}-- a word more\n`;
  write('001-one.expand.sql', changed);
  write('migrations.lock', `${ONE_HASH}  001-one.expand.sql\n`);
  expect(read).toThrow(
    `The migration 001-one.expand.sql was changed: migrations.lock has ${ONE_HASH}, the file has ${hash('sha256', Buffer.from(changed))}.`,
  );
});

test.each([
  ['a file that is not pinned', { '001-one.expand.sql': ONE }, '', 'npm run migrations:lock'],
  ['a pinned file that is missing', {}, `${ONE_HASH}  001-one.expand.sql\n`, 'put the file back'],
  [
    'two files of one number',
    { '001-one.expand.sql': ONE, '001-two.expand.sql': ONE },
    `${ONE_HASH}  001-one.expand.sql\n${ONE_HASH}  001-two.expand.sql\n`,
    'give the new one the next free number',
  ],
  ['a file of another name', { '1-one.sql': ONE }, '', 'NNN-name.expand.sql'],
  ['a lock of another form', {}, 'abc 001-one.expand.sql\n', 'a line of another form'],
])('%s is refused', (_what, files, lock, message) => {
  for (const [file, text] of Object.entries(files)) write(file, text);
  write('migrations.lock', lock);
  expect(read).toThrow(message);
});
