import { readMigrations } from '@bridge/db';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { lintMigrations } from './migrations.ts';

const LIBS = resolve(import.meta.dirname, '../../libs');
const LIBRARIES = readdirSync(LIBS).filter((library) =>
  existsSync(join(LIBS, library, 'migrations')),
);
const folderOf = (library: string) => join(LIBS, library, 'migrations');

// Verifies: storage.pinned.
test.each(LIBRARIES)('every migration of %s is pinned and unchanged', (library) => {
  expect(readMigrations(pathToFileURL(`${folderOf(library)}/`)).length).toBeGreaterThan(0);
});

test.each(LIBRARIES)('no migration of %s holds a lock for long', (library) => {
  const files = readdirSync(folderOf(library)).filter((file) => file.endsWith('.sql'));
  const texts = files.sort().map((file) => ({
    file,
    text: readFileSync(join(folderOf(library), file), 'utf8'),
  }));
  expect(lintMigrations(library === 'db' ? 'effect' : library, texts)).toEqual([]);
});

/** Lints one migration of a schema `r` that contains a table `r.t`. */
function lint(text: string, kind = 'expand', before: readonly string[] = []): readonly string[] {
  const files = [...before, text].map((one, i) => {
    const isLast = i === before.length;
    return { file: `00${i + 1}-x.${isLast ? kind : 'expand'}.sql`, text: one };
  });
  return lintMigrations('r', files);
}

const APART = '-- no transaction\n';

// Verifies: storage.linted.
test.each([
  ['create index i on r.t (a);', 'CREATE INDEX CONCURRENTLY, in a file that begins with -- no tr'],
  ['create index concurrently i on r.t (a);', 'begin the file with -- no transaction'],
  [`${APART}create index concurrently on r.t (a);`, 'name it, so that the runner finds'],
  [`${APART}create index concurrently if not exists i on r.t (a);`, 'the runner looks'],
  [`${APART}drop index r.i;`, 'DROP INDEX CONCURRENTLY IF EXISTS'],
  ['drop index concurrently if exists r.i;', 'begin the file with -- no transaction'],
  ['alter table r.t add constraint c check (a > 0);', 'add it NOT VALID'],
  ['alter table r.t add check (a > 0) not valid;', 'name it, so that a later file can change it'],
  ['alter table r.t add constraint f foreign key (a) references r.u (a);', 'add it NOT VALID'],
  ['alter table r.t add constraint u unique (a);', 'add the constraint USING INDEX'],
  ['alter table r.t add constraint p primary key (a);', 'add the constraint USING INDEX'],
  ['alter table r.t add constraint e exclude (a with =);', 'use a check NOT VALID'],
  [
    'alter table r.t add constraint c check (a > 0) not valid; alter table r.t validate constraint c;',
    'begin the file with -- no transaction',
  ],
  ['alter table r.t alter column a set not null;', 'add a check (a is not null) NOT VALID'],
  ['alter table r.t alter column a type bigint;', 'add a column, fill it by a data file'],
  ['alter table r.t add column b text not null;', 'give it a constant default'],
  ['alter table r.t add column b uuid default gen_random_uuid();', 'set the default by itself'],
  ['alter table r.t add column b timestamptz default clock_timestamp();', 'volatile default'],
  ['alter table r.t add column b integer check (b > 0);', 'add the check NOT VALID by itself'],
  ['alter table r.t add column b text references r.u (a);', 'add the key NOT VALID by itself'],
  ['alter table r.t add column b text unique;', 'create unique index concurrently'],
  [
    'alter table r.t add column b integer generated always as (a + 1) stored;',
    'add a plain column and fill it by a data file',
  ],
  ['alter table r.t add column b bigserial;', 'ids come from the services'],
  ['create table r.n (id serial primary key);', 'ids come from the services'],
  ['create table r.n (id int generated always as identity);', 'ids come from the services'],
  ['create sequence r.s;', 'ids come from the services'],
  ['alter table r.t set unlogged;', 'make a new table'],
  ['alter table r.t disable trigger all;', 'make a new table'],
  ['alter table r.t drop column a;', 'belongs into a contract file'],
  ['alter table r.t drop constraint c;', 'add it again NOT VALID under its name'],
  ['drop table r.t;', 'belongs into a contract file'],
  ['alter table r.t rename column a to b;', 'belongs into a contract file'],
  [
    'alter table r.t add column b text; alter table r.u add column b text;',
    'write a file for each, or begin with -- no transaction',
  ],
  [
    'create trigger g before insert on r.t for each row execute function r.f();',
    'do it in the service’s statement',
  ],
  ['update r.t set a = 1 where a between 1 and 9;', 'write a data file'],
  ['create table other.n (id text);', 'a migration changes r only'],
  ['create table n (id text);', 'write r.n'],
  ['listen x;', 'services meet on the bus'],
  ['begin; create table r.n (id text); commit;', 'the runner makes the transaction'],
  ['set lock_timeout = 0;', 'lock_timeout is the runner’s'],
  ['do $$ begin drop table r.t; end $$;', 'write them as statements'],
  ['lock table r.t;', 'no LOCK TABLE'],
  ['truncate r.t;', 'delete rows by a data file'],
  ['grant select on r.t to public;', 'deploy/postgres/roles.sql'],
  [
    `create function r.f() returns int language sql security definer set search_path = pg_catalog as 'select 1';`,
    'REVOKE EXECUTE ON FUNCTION r.f FROM PUBLIC',
  ],
  [
    `create function r.f() returns int language sql security definer as 'select 1'; revoke execute on function r.f() from public;`,
    'SET search_path',
  ],
  [`create table r.n (id text default E'\\';');`, 'write no E'],
  ['create tabel r.n ();', 'syntax error'],
])('refused with the safe form: %s', (text, message) => {
  expect(lint(text).join('\n')).toContain(message);
});

test.each([
  ['update r.t set a = 1;', 'bound it by a range of its key'],
  ['delete from r.t where true;', 'bound it by a range of its key'],
  ['create table r.n (id text);', 'write an expand file for the tables'],
])('refused in a data file with the safe form: %s', (text, message) => {
  expect(lint(text, 'data').join('\n')).toContain(message);
});

test('refused: a contract file, until backfills exist', () => {
  expect(lint('drop table r.t;', 'contract').join()).toContain('until backfills exist');
});

test.each([
  [
    'a new table with everything',
    'create table r.n (id text primary key, a int check (a > 0)); create index i on r.n (a);',
  ],
  [
    'a column with a constant default',
    'alter table r.t add column b timestamptz not null default now();',
  ],
  ['an index built concurrently', `${APART}create index concurrently i on r.t (a);`],
  [
    'a check that is validated in a step of its own',
    `${APART}alter table r.t add constraint c check (a > 0) not valid;\nalter table r.t validate constraint c;`,
  ],
  [
    'a check with a new limit',
    `${APART}alter table r.t drop constraint c, add constraint c check (a < 9) not valid;\nalter table r.t validate constraint c;`,
  ],
  [
    'a function with the rights of its owner that PUBLIC may not execute',
    `create function r.f() returns int language sql security definer set search_path = pg_catalog as 'select 1'; revoke execute on function r.f() from public;`,
  ],
  [
    'a unique index that becomes a constraint',
    'alter table r.t add constraint u unique using index i;',
  ],
])('let through: %s', (_what, text) => {
  expect(lint(text)).toEqual([]);
});

test('let through: not null behind a check that an earlier file validated, and a bounded change of rows', () => {
  const check = `${APART}alter table r.t add constraint c check (a is not null) not valid;\nalter table r.t validate constraint c;`;
  expect(lint('alter table r.t alter column a set not null;', 'expand', [check])).toEqual([]);
  expect(lint(`update r.t set a = 1 where id between 'a' and 'b';`, 'data')).toEqual([]);
});
