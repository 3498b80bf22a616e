import { readMigrations } from '@bridge/db';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const LIBS = resolve(import.meta.dirname, '../../libs');
const FOLDERS = readdirSync(LIBS)
  .map((room) => join(LIBS, room, 'migrations'))
  .filter((folder) => existsSync(folder));

test.each(FOLDERS)('every migration in %s is pinned and unchanged', (folder) => {
  expect(readMigrations(pathToFileURL(`${folder}/`)).length).toBeGreaterThan(0);
});
