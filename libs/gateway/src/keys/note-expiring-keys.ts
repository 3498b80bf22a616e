import { append, type Db, type Queryable, sql } from '@bridge/db';
import type { Ids } from '@bridge/kernel';

/** A key that is announced to end. */
interface ExpiringKey {
  readonly account_id: string;
  readonly key_id: string;
}

/** Maximum number of keys that one pass announces. */
const NOTES_MAX = 1_000;

/**
 * Marks the next key that ends within 14 or 3 days, or ended on the last day, and was not announced for that; undefined
 * when there is none. A key that another has replaced is left out. Safe with many replicas.
 */
async function takeExpiringKey(tx: Queryable): Promise<ExpiringKey | undefined> {
  const [row] = await tx.rows(
    sql<ExpiringKey>`with due as (
        select k.account_id, k.key_id,
          case when k.expires_at <= now() then 0 when k.expires_at <= now() + interval '3 days' then 3 else 14 end as days
        from gateway.key k
        where k.revoked_at is null and k.expires_at > now() - interval '1 day'
          and k.expires_at <= now() + interval '14 days'
          and (k.expiry_noted is null or k.expiry_noted >
            case when k.expires_at <= now() then 0 when k.expires_at <= now() + interval '3 days' then 3 else 14 end)
          and not exists (select from gateway.key n where n.account_id = k.account_id and n.rotated_from = k.key_id)
        order by k.expires_at limit 1 for update of k skip locked
      )
      update gateway.key k set expiry_noted = due.days from due
      where k.account_id = due.account_id and k.key_id = due.key_id
      returning k.account_id, k.key_id`,
  );
  return row;
}

/** Writes a row `keys.expiring` into the journal of each account with a key that ends soon; returns how many. Spec: webhooks.expiring. */
export async function noteExpiringKeys(db: Db, ids: Ids): Promise<number> {
  for (let noted = 0; ; noted += 1) {
    const isOne =
      noted < NOTES_MAX &&
      (await db.transaction({ waitForLocks: true }, async (tx) => {
        const key = await takeExpiringKey(tx);
        if (key === undefined) return false;
        const nothing = { pageId: null, word: null, revBefore: null, revAfter: null };
        await append(tx, {
          accountId: key.account_id,
          action: 'keys.expiring',
          actor: 'system',
          keyId: key.key_id,
          surface: 'system',
          requestId: ids.make('req'),
          ...nothing,
        });
        return true;
      }));
    if (!isOne) return noted;
  }
}
