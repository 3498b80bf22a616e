import { append, type Db } from '@bridge/db';
import type { Ids } from '@bridge/kernel';
import { takeExpiringKey } from './expiring-key.store.ts';

/** Maximum number of keys that one pass marks. */
const NOTES_MAX = 1_000;

/**
 * Writes a row `keys.expiring` into the journal of each account with a key that ends soon and that no other key has
 * replaced; returns how many keys it marked. Spec: webhooks.expiring.
 */
export async function noteExpiringKeys(db: Db, ids: Ids): Promise<number> {
  for (let noted = 0; ; noted += 1) {
    const isOne =
      noted < NOTES_MAX &&
      (await db.transaction({ waitForLocks: true }, async (tx) => {
        const key = await takeExpiringKey(tx);
        if (key === undefined) return false;
        if (key.is_replaced) return true;
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
