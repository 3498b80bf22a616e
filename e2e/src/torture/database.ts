import { connectDb, type DatabaseClient } from '@bridge/db';
import { testBase, until } from '@bridge/testing';

/** Runs `work` on a connection to the database without a fault proxy, and repeats it when a busy server makes it fail. */
export async function withDatabase<T>(
  url: string,
  work: (db: DatabaseClient) => Promise<T>,
): Promise<T> {
  const db = connectDb(url, 'tool', testBase());
  try {
    const { value } = await until('the database', async () => ({ value: await work(db) }));
    return value;
  } finally {
    await db.close();
  }
}
