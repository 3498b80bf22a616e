import { releaseKey, type DatabaseClient } from '@bridge/db';
import { abandonExpired } from '../publish/publication.store.ts';

/** Maximum number of publications that one pass of the sweep abandons (ends without a result). */
export const SWEEP_PUBLICATIONS_MAX = 50;

/**
 * Abandons publications (ends them without a result) whose worker has stopped and whose lease ended more than 30 s ago, and
 * frees their idempotency keys. Returns their number. Several replicas may run it at the same time.
 */
export async function sweepPublications(db: DatabaseClient): Promise<number> {
  return db.transaction({}, async (tx) => {
    const gone = await abandonExpired(tx, SWEEP_PUBLICATIONS_MAX);
    for (const { account_id: accountId, idempotency_key: key } of gone)
      await releaseKey(tx, { accountId, key });
    return gone.length;
  });
}
