import { releaseKey, type Db } from '@bridge/db';
import { abandonExpired } from '../publish/publication.store.ts';

/** Publications abandoned in one pass. */
export const SWEEP_PUBLICATIONS_MAX = 50;

/** Abandons publications whose worker stopped 60 s ago and frees their keys. Safe with many replicas. */
export async function sweepPublications(db: Db): Promise<number> {
  return db.transaction({}, async (tx) => {
    const gone = await abandonExpired(tx, SWEEP_PUBLICATIONS_MAX);
    for (const { account_id: accountId, idempotency_key: key } of gone)
      await releaseKey(tx, { accountId, key });
    return gone.length;
  });
}
