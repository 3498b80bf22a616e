import type { ProcessModule } from '@bridge/kernel';
import { connectDb, type DatabaseClient } from './connect-db.ts';
import { databaseHealth } from './database-health.ts';
import { EFFECT_MIGRATIONS } from './effect/migrations.ts';
import { findDatabase, type ProcessKind } from './find-database.ts';

/**
 * Options of the module `db`. `tell` receives sentences for the operator about the embedded Postgres; by default they are not
 * shown.
 */
export interface DbModuleOptions {
  readonly tell?: (sentence: string) => void;
}

/**
 * Makes the process module `db`, which finds or starts the database and migrates schema `effect` (idempotency keys, journal).
 */
export function dbModule(
  wiring: ProcessKind,
  { tell = () => undefined }: DbModuleOptions = {},
): ProcessModule<'db', DatabaseClient, object> {
  return {
    name: 'db',
    needs: [],
    open: async (base) => {
      const { supervisor, direct, ...source } = await findDatabase(base, wiring, tell);
      const isDiskFull = (): boolean => supervisor?.isDiskFull ?? false;
      const db = connectDb(source.url, wiring, base, { direct, isDiskFull });
      const close = async (): Promise<void> => {
        await db.close();
        await source.stop();
      };
      try {
        await db.ensureSchema({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
      } catch (error) {
        await close();
        throw error;
      }
      const ready = databaseHealth(db, wiring === 'all-in-one', base.clock, supervisor);
      return {
        value: db,
        ready,
        close,
        ...(supervisor === undefined ? {} : { failed: supervisor.failed }),
      };
    },
  };
}
