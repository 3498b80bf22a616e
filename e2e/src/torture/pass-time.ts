import { sql } from '@bridge/db';
import { withDatabase } from './database.ts';

/**
 * Ends the leases of paid calls, the leases of webhook senders and the pauses between deliveries in the database, as if a day
 * had passed. Leases of dead processes become free; a running process must notice that its lease has ended.
 */
export async function passTime(dbUrl: string): Promise<void> {
  await withDatabase(dbUrl, async (db) => {
    await db.rows(
      sql`update account.hold set lease_until = now() - interval '1 second' where state = 'held'`,
    );
    await db.rows(sql`update account.webhook set due_at = now() where state = 'active'`);
  });
}
