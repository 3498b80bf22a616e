// npm run migrations:lock: adds the SHA-256 of each new migration to its migrations.lock. It never changes the hash of a listed
// file: a schema change needs a new migration.
import { LOCK_FILE, readLock, readMigrations } from '@bridge/db';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '..');

for (const library of readdirSync(join(ROOT, 'libs'))) {
  const folder = join(ROOT, 'libs', library, 'migrations');
  if (existsSync(folder)) pinNew(folder);
}

function pinNew(folder: string): void {
  const lock = join(folder, LOCK_FILE);
  const pinned = new Map(existsSync(lock) ? readLock(readFileSync(lock, 'utf8')) : []);
  for (const file of readdirSync(folder)) {
    if (file === LOCK_FILE || pinned.has(file)) continue;
    pinned.set(file, hash('sha256', readFileSync(join(folder, file))));
    console.log(`pinned ${relative(ROOT, join(folder, file))}`);
  }
  const lines = [...pinned].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(lock, lines.map(([file, hash]) => `${hash}  ${file}\n`).join(''));
  // Throws when a migration in the lock file has changed, a number occurs twice or a file name is wrong.
  readMigrations(pathToFileURL(`${folder}/`));
}
