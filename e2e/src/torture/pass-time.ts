import { sql } from '@bridge/db';
import { withDatabase } from './database.ts';

/**
 * Ends in the database the leases of paid calls and of webhook senders, and the pauses between deliveries, as if a day had
 * passed. The work of dead processes can then be continued; a running process must notice that its lease has ended.
 */
export async function passTime(dbUrl: string): Promise<void> {
  await withDatabase(dbUrl, async (db) => {
    await db.rows(
      sql`update account.hold set lease_until = now() - interval '1 second' where state = 'held'`,
    );
    await db.rows(sql`update account.webhook set due_at = now() where state = 'active'`);
  });
}
