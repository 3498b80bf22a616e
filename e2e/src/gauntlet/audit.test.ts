import { attachOrStart } from '@bridge/db';
import { runCommand } from '@bridge/testing';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { create, done, guarded, patchOf, product, publish, stage, website } from '../stage.ts';
import { standing } from './standing.ts';

const one = await stage();
standing(() => one.on('act')('worlds.list', {}));

/** A database connection as superuser, which may change any row of the journal. */
let intruder: pg.Client;
let leave: () => Promise<void>;
let account = '';
let rows = 0;

beforeAll(async () => {
  const page = await create(one.on('act'), one.word);
  const patched = website(
    await one.on('mcp')('builder.patch', patchOf(page, '<p>first</p>', '<p>1st</p>')),
  );
  await publish(one.on('act'), patched);
  done(await one.on('mcp')('builder.clear', guarded(patched)));
  const { url, stop } = await attachOrStart(join(product().env['BRIDGE_DATA'] ?? '', 'db'));
  intruder = new pg.Client({ connectionString: url });
  await intruder.connect();
  leave = stop;
  const { rows: journal } = await intruder.query<{ account_id: string; action: string }>(
    `select j.account_id, j.action from effect.journal j
      join builder.page p on p.account_id = j.account_id and p.page_id = $1 order by j.seq`,
    [page.page_id],
  );
  account = journal[0]?.account_id ?? '';
  rows = journal.length;
  const changes = ['create', 'patch', 'publish', 'clear'].map((verb) => `builder.${verb}`);
  expect(journal.map(({ action }) => action).slice(-changes.length)).toEqual(changes);
});
afterAll(async () => {
  await intruder?.end();
  await leave?.();
});

/** Runs `ctl audit verify`. Returns its exit code and its lines about this account, because other tests use other accounts. */
async function verified(...flags: readonly string[]): Promise<{
  readonly broken: readonly unknown[];
  readonly ended: number;
}> {
  const read = (text: string, ended: number) => {
    const { broken } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
      broken: readonly { readonly account_id: string }[];
    };
    return { ended, broken: broken.filter((bad) => bad.account_id === account) };
  };
  return runCommand(['audit', 'verify', '--json', ...flags], product().env).then(
    ({ stdout, code }) => read(stdout, code),
    ({ message }: Error) => read(message, Number(/ended with (\d)/.exec(message)?.[1])),
  );
}

/** Runs an SQL statement that changes the journal, runs `ctl audit verify`, and then restores the account's journal rows. */
async function after(statement: string, ...flags: readonly string[]): ReturnType<typeof verified> {
  const query = (text: string) => intruder.query(text, text.includes('$1') ? [account] : []);
  await query('alter table effect.journal disable trigger journal_append_only');
  await query('create temp table kept as table effect.journal with no data');
  await query('insert into kept select * from effect.journal where account_id = $1');
  await query(statement);
  try {
    return await verified(...flags);
  } finally {
    await query('delete from effect.journal where account_id = $1');
    await query('insert into effect.journal select * from kept');
    await query('drop table kept');
    await query('alter table effect.journal enable trigger journal_append_only');
  }
}

it('ctl audit verify finds the journal of real work whole, while the product goes on', async () => {
  const { code, stdout } = await runCommand(['audit', 'verify', '--full'], product().env);
  expect([code, stdout.trim()]).toEqual([0, 'The journal is whole.']);
  expect(rows).toBeGreaterThanOrEqual(5);
});

// Verifies: storage.journal-marks.
it('ctl audit verify continues after the rows that it verified before, and says so', async () => {
  const { code, stdout } = await runCommand(['audit', 'verify'], product().env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/whole after the rows that were verified before; --full checks/);
  const { rows: marks } = await intruder.query(
    'select verified_seq::int as seq from effect.journal_head where account_id = $1',
    [account],
  );
  expect(marks).toEqual([{ seq: rows }]);
});

// Verifies: storage.journal.
it('one row edited behind the product’s back: ctl audit verify names it and ends with 1', async () => {
  const middle = rows - 2;
  expect(
    await after(
      `update effect.journal set rev_after = rev_after + 1 where account_id = $1 and seq = ${middle}`,
      '--full',
    ),
  ).toEqual({ ended: 1, broken: [{ account_id: account, seq: middle, reason: 'hash' }] });
});

// Verifies: storage.journal.
it('one row deleted: ctl audit verify names the first row after the gap, and the end when it was the last', async () => {
  const gone = (seq: number) =>
    after(`delete from effect.journal where account_id = $1 and seq = ${seq}`, '--full');
  expect(await gone(2)).toEqual({
    ended: 1,
    broken: [{ account_id: account, seq: 3, reason: 'gap' }],
  });
  expect(await gone(rows)).toEqual({
    ended: 1,
    broken: [{ account_id: account, seq: rows, reason: 'head' }],
  });
  expect(await verified('--full')).toEqual({ ended: 0, broken: [] });
});

// Verifies: storage.journal.
it('a chain that was cut off, its end and its mark moved as well: a head kept elsewhere shows it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-heads-'));
  const file = join(folder, 'heads.jsonl');
  await runCommand(['audit', 'heads', '--to', file], product().env);
  const head = { account_id: account, seq: rows };
  expect(readFileSync(file, 'utf8')).toContain(JSON.stringify(head).slice(0, -1));
  const cut = `with gone as (delete from effect.journal where account_id = $1 and seq = ${rows} returning prev)
    update effect.journal_head h set seq = ${rows - 1}, verified_seq = 0, hash = gone.prev
      from gone where h.account_id = $1`;
  const whole = await intruder.query('select hash from effect.journal_head where account_id = $1', [
    account,
  ]);
  try {
    expect(await after(cut)).toEqual({ ended: 0, broken: [] });
    expect(await after(cut, '--heads', file)).toEqual({
      ended: 1,
      broken: [{ ...head, reason: 'lost' }],
    });
  } finally {
    await intruder.query(
      'update effect.journal_head set seq = $2, hash = $3 where account_id = $1',
      [account, rows, whole.rows[0].hash],
    );
    rmSync(folder, { recursive: true });
  }
});
