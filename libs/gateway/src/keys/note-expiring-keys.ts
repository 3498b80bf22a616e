import { append, type DatabaseClient } from '@bridge/db';
import type { RandomIdGenerator } from '@bridge/kernel';
import { takeExpiringKey } from './expiring-key.store.ts';

/** Maximum number of keys whose coming expiry one hourly pass announces to their owners. */
const NOTES_MAX = 1_000;

/**
 * Appends a row `keys.expiring` to the journal (audit log) of each account with a key that expires soon and was not rotated.
 * Returns the number of keys that were marked as announced, including rotated keys. Spec: webhooks.expiring.
 */
export async function noteExpiringKeys(
  db: DatabaseClient,
  ids: RandomIdGenerator,
): Promise<number> {
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
