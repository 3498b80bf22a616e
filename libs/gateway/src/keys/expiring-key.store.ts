import { type SqlStatementRunner, sql } from '@bridge/db';

/** An agent key whose approaching expiry was marked as announced to its owner. */
export interface AnnouncedExpiringKey {
  readonly account_id: string;
  readonly key_id: string;
  /** True when the key was replaced by rotation; its expiry is then not announced. */
  readonly is_replaced: boolean;
}

/**
 * The three announcements of a key’s expiry (`days` before it: 14, 3 or 0), one row for each announcement that may have
 * preceded it: `noted`, the days of the previous one (30: none); `after` and `until`, the bounds of the time that is left.
 */
const STAGES = sql`(values (14, 30, interval '3 days', interval '14 days'),
  (3, 30, interval '0', interval '3 days'), (3, 14, interval '0', interval '3 days'),
  (0, 30, interval '-1 day', interval '0'), (0, 14, interval '-1 day', interval '0'), (0, 3, interval '-1 day', interval '0')
  ) as stage (days, noted, after, until)`;

/**
 * Finds a key that expires within 14 or 3 days, or expired within the last day, and for which this announcement was not made
 * yet; marks it as made and returns the key. Returns undefined when there is no such key. Safe with many replicas.
 */
export async function takeExpiringKey(
  tx: SqlStatementRunner,
): Promise<AnnouncedExpiringKey | undefined> {
  const [row] = await tx.rows(
    sql<AnnouncedExpiringKey>`with due as materialized (
        select k.account_id, k.key_id, stage.days from ${STAGES} cross join lateral (
          select account_id, key_id from gateway.key
          where revoked_at is null and coalesce(expiry_noted, 30) = stage.noted
            and expires_at > now() + stage.after and expires_at <= now() + stage.until
          order by expires_at limit 1 for update skip locked
        ) k limit 1
      )
      update gateway.key k set expiry_noted = due.days from due
      where k.account_id = due.account_id and k.key_id = due.key_id
      returning k.account_id, k.key_id,
        exists (select from gateway.key n where n.account_id = k.account_id and n.rotated_from = k.key_id) as is_replaced`,
    'prepared',
  );
  return row;
}

/** A key that expires soon or expired a short time ago, and was neither revoked nor replaced. */
export interface ExpiringKeyRow {
  readonly key_id: string;
  readonly name: string;
  readonly expires_at: Date;
}

/** Lists the keys of an account that expire between `from` and `until` and were not replaced, earliest expiry first. */
export async function listEndingKeys(
  db: SqlStatementRunner,
  accountId: string,
  { from, until, limit }: { readonly from: Date; readonly until: Date; readonly limit: number },
): Promise<readonly ExpiringKeyRow[]> {
  return db.rows(
    sql<ExpiringKeyRow>`select k.key_id, k.name, k.expires_at from gateway.key k
      where k.account_id = ${accountId} and k.revoked_at is null and k.expires_at > ${from} and k.expires_at <= ${until}
        and not exists (select from gateway.key n where n.account_id = k.account_id and n.rotated_from = k.key_id)
      order by k.expires_at, k.key_id limit ${limit}`,
  );
}
