import { connectDb } from '@bridge/db';
import { freePort, server, startProduct, testBase } from '@bridge/testing';
import { auditRows } from './actions/audit.ts';
import { overviewRows } from './actions/overview.ts';
import { rateRows } from './actions/rates.ts';
import { waitRows } from './actions/waits.ts';
import type { Row } from './table.ts';

/** The actions beyond the tools: their rates against tools of the same kind, and the overview of a full product. */
export async function actions(
  say: (text: string) => void,
  args: readonly string[],
): Promise<readonly Row[]> {
  const postgres = await server('postgres', { own: true });
  const product = await startProduct({
    env: {
      BRIDGE_DB: postgres.url,
      BRIDGE_LIMITS: 'off',
      BRIDGE_INTERNAL_LISTEN: `127.0.0.1:${await freePort()}`,
    },
  });
  // A command's connection has no time limit for an answer.
  const db = connectDb(postgres.url, 'tool', testBase());
  try {
    const rates = await rateRows(product, say);
    const isShort = args.includes('--short');
    return [
      ...rates,
      ...(await waitRows(product, db, say)),
      ...(await auditRows(product, db, isShort, say)),
      ...(await overviewRows(product, db, isShort, say)),
    ];
  } finally {
    await db.close();
    await product.stop();
    await postgres.stop();
  }
}
