import { releaseKey, type Db } from '@bridge/db';
import { abandonExpired } from '../publish/publication.store.ts';

/** Maximum number of publications that one pass abandons. */
export const SWEEP_PUBLICATIONS_MAX = 50;

/**
 * Abandons publications whose worker stopped more than 60 s ago, and frees their idempotency keys. Safe with many
 * replicas.
 */
export async function sweepPublications(db: Db): Promise<number> {
  return db.transaction({}, async (tx) => {
    const gone = await abandonExpired(tx, SWEEP_PUBLICATIONS_MAX);
    for (const { account_id: accountId, idempotency_key: key } of gone)
      await releaseKey(tx, { accountId, key });
    return gone.length;
  });
}
