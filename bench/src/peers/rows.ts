import { hash } from 'node:crypto';
import type pg from 'pg';

/** The two statements that each compared program runs, the same as in the product: find a key, read a row. */
export const KEY_SQL = {
  name: 'peer-key',
  text: 'select account_id, scopes from peer.key where hash = $1',
};
export const ROW_SQL = {
  name: 'peer-row',
  text: 'select word, title, founded_at from peer.world where account_id = $1',
};

export const PEER_KEY = 'ak_peer';

export function hashOf(header: string | undefined): Buffer {
  return hash('sha256', (header ?? '').replace(/^Bearer /, ''), 'buffer');
}

/** Creates the two tables of the compared programs, with one row each. */
export async function fillPeerTables(pool: pg.Pool): Promise<void> {
  await pool.query(`drop schema if exists peer cascade; create schema peer;
    create table peer.key (hash bytea primary key, account_id text not null, scopes text[] not null);
    create table peer.world (account_id text not null, word text not null, title text not null,
      founded_at timestamptz not null default now(), primary key (account_id, word))`);
  await pool.query('insert into peer.key values ($1, $2, $3)', [
    hashOf(PEER_KEY),
    'acc_peer',
    ['worlds.list'],
  ]);
  await pool.query(
    "insert into peer.world (account_id, word, title) values ('acc_peer', 'bench-world', 'Bench')",
  );
}

export async function readKey(
  pool: pg.Pool,
  header: string | undefined,
): Promise<string | undefined> {
  const found = await pool.query<{ account_id: string }>({ ...KEY_SQL, values: [hashOf(header)] });
  return found.rows[0]?.account_id;
}

export async function readWorlds(pool: pg.Pool, accountId: string): Promise<unknown[]> {
  return (await pool.query<Record<string, unknown>>({ ...ROW_SQL, values: [accountId] })).rows;
}
