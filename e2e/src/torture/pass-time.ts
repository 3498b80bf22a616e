import { sql } from '@bridge/db';
import { withDatabase } from './database.ts';

/**
 * Ends the leases of paid calls, the leases of webhook senders and the pauses between deliveries, as if a day had passed:
 * what a dead process held is free, and a living one must notice that it holds nothing any more.
 */
export async function passTime(dbUrl: string): Promise<void> {
  await withDatabase(dbUrl, async (db) => {
    await db.rows(
      sql`update account.hold set lease_until = now() - interval '1 second' where state = 'held'`,
    );
    await db.rows(sql`update account.webhook set due_at = now() where state = 'active'`);
  });
}
