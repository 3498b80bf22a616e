import { connectDb } from '@bridge/db';
import { freePort, server, startProduct, testBase } from '@bridge/testing';
import { auditRows } from './actions/audit.ts';
import { overviewRows } from './actions/overview.ts';
import { rateRows } from './actions/rates.ts';
import { waitRows } from './actions/waits.ts';
import type { ProgressPrinter, BenchComparisonRow } from './table.ts';

/**
 * Bench suite of the actions that are not MCP tools: their rates compared with those of tools, calls that wait for messages,
 * reads of the journal (audit log), and the public overview.
 */
export async function actions(
  say: ProgressPrinter,
  args: readonly string[],
): Promise<readonly BenchComparisonRow[]> {
  const postgres = await server('postgres', { own: true });
  const product = await startProduct({
    env: {
      BRIDGE_DB: postgres.url,
      BRIDGE_LIMITS: 'off',
      BRIDGE_INTERNAL_LISTEN: `127.0.0.1:${await freePort()}`,
    },
  });
  // A connection of the kind `tool` has no statement timeout. Filling the database takes longer than the timeout of a service.
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
