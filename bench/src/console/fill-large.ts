import { sql, type DatabaseClient } from '@bridge/db';
import type { AllInOneProcess } from '@bridge/testing';
import { fillJournal } from '../actions/audit.ts';
import { grow } from '../growth/grown.ts';
import type { LargeAccount } from './screens.ts';

/** Numbers of objects in the large account of the console suite. */
export interface AccountSize {
  readonly websites: number;
  readonly worlds: number;
  readonly revisions: number;
  readonly journal: number;
}

/** Inserts Worlds (public identities) that the account has founded. */
async function fillWorlds(db: DatabaseClient, accountId: string, worlds: number): Promise<void> {
  await db.rows(
    sql`with founded as (
        insert into worlds.world (word, founder, title)
        select 'large-' || n || '-w', ${accountId}, 'Large ' || n from generate_series(1, ${worlds}::int) n
        returning word
      )
      insert into worlds.member (account_id, word, role) select ${accountId}, word, 'founder' from founded`,
  );
}

/**
 * Creates an account with many websites, Worlds (public identities), revisions, snapshots, unsaved edits, refused calls and
 * journal rows (audit log).
 */
export async function fillLarge(
  product: AllInOneProcess,
  db: DatabaseClient,
  { websites, worlds, revisions, journal }: AccountSize,
): Promise<LargeAccount> {
  const size = { websites, revisions, snapshots: 1_000 };
  const grown = await grow(product, db, 'console', size, 0);
  const [found] = await db.rows(
    sql<{ account_id: string; key_id: string }>`select account_id, key_id from gateway.key
      where account_id = (select account_id from builder.live where page_id = ${grown.oldest}) limit 1`,
  );
  const { account_id: accountId = '', key_id: keyId = '' } = found ?? {};
  await fillWorlds(db, accountId, worlds);
  await fillJournal(db, accountId, journal);
  await db.rows(
    sql`insert into effect.refusal (account_id, key_id, action, code, minute, n)
      select ${accountId}, ${keyId}, 'builder.clear', 'insufficient_scope',
        date_trunc('minute', now()) - make_interval(mins => n), 1 + n % 20 from generate_series(1, 5000) n`,
  );
  await db.rows(
    sql`insert into builder.unsaved (account_id, page_id, seq, at, base_revision, title)
      select account_id, page_id, 1, now() - interval '2 days', 1, 'Edited' from builder.page
      where account_id = ${accountId} and page_id <> ${grown.oldest}`,
  );
  await db.rows(sql`vacuum analyze`);
  const { owner, word, oldest, firstId } = grown;
  return { owner, keyId, word, oldest, revisions, websites, firstId };
}
