import { ProgramStartError } from '@bridge/kernel';
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** Name of the file with the SHA-256 of each migration in its folder, in the format of `sha256sum`. */
export const LOCK_FILE = 'migrations.lock';
const FILE_NAME = /^((\d{3})-[a-z0-9-]+)\.(expand|data|contract)\.sql$/;
const LOCK_LINE = /^([0-9a-f]{64}) {2}(\S+)$/;

/** `expand` adds objects, `data` changes rows, `contract` removes objects that the previous version still used. */
export type ExpandContractPhase = 'expand' | 'data' | 'contract';

/** One migration file of a schema. */
export interface Migration {
  /** Name of the migration in the database, such as `002-gone`: the file name without kind and `.sql`. */
  readonly name: string;
  readonly kind: ExpandContractPhase;
  /** SHA-256 of the file, in hex. */
  readonly hash: string;
  readonly text: string;
}

/** Parses the text of migrations.lock; returns the SHA-256 of each migration by file name. */
export function readLock(text: string): ReadonlyMap<string, string> {
  const pinned = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, hash, file] = LOCK_LINE.exec(line) ?? [];
    if (hash === undefined || file === undefined)
      throw new ProgramStartError(`${LOCK_FILE} has a line of another form: ${line}`);
    pinned.set(file, hash);
  }
  return pinned;
}

/**
 * Reads the migrations of a folder in the order of their names. Throws ProgramStartError when the hash of a file is not the one
 * in migrations.lock, when a file is missing there or in the folder, or when two files have the same number.
 */
export function readMigrations(folder: URL): readonly Migration[] {
  const pinned = readLock(readFileSync(new URL(LOCK_FILE, folder), 'utf8'));
  const files = readdirSync(folder).filter((file) => file !== LOCK_FILE);
  const missing = [...pinned.keys()].filter((file) => !files.includes(file));
  if (missing.length > 0)
    throw new ProgramStartError(
      `${LOCK_FILE} names ${missing.join(', ')}, which is missing: put the file back.`,
    );
  const migrations = files.sort().map((file) => readMigration(folder, file, pinned.get(file)));
  migrations.forEach(({ name }, i) => {
    const before = migrations[i - 1]?.name;
    if (before?.slice(0, 3) === name.slice(0, 3))
      throw new ProgramStartError(
        `The migrations ${before} and ${name} have one number: give the new one the next free number.`,
      );
  });
  return migrations;
}

function readMigration(folder: URL, file: string, pinned: string | undefined): Migration {
  const [, name, , kind] = FILE_NAME.exec(file) ?? [];
  if (name === undefined || kind === undefined)
    throw new ProgramStartError(
      `${file} is not named as a migration: NNN-name.expand.sql, NNN-name.data.sql or NNN-name.contract.sql.`,
    );
  const bytes = readFileSync(new URL(file, folder));
  const found = hash('sha256', bytes);
  if (pinned === undefined)
    throw new ProgramStartError(
      `The migration ${file} is not pinned: run npm run migrations:lock, which adds ${found} to ${LOCK_FILE}.`,
    );
  if (pinned !== found)
    throw new ProgramStartError(
      `The migration ${file} was changed: ${LOCK_FILE} has ${pinned}, the file has ${found}. Put the file back and write a new migration.`,
    );
  return { name, kind: kind as ExpandContractPhase, hash: found, text: bytes.toString('utf8') };
}
