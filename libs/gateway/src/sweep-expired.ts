import { type DatabaseClient, expireRefusals, sql, type SqlStatement } from '@bridge/db';
import { counter, repeatPass, type CommonModuleDeps } from '@bridge/kernel';
import { expireKeyHours } from './keys/key-hour.store.ts';
import { noteExpiringKeys } from './keys/note-expiring-keys.ts';

/** Maximum number of expired rows of one kind that one pass removes. */
export const SWEEP_ROWS_MAX = 1_000;
/** Days after its expiry for which a one-time link of an owner answers 410; then its row is removed and it answers 404. */
const LINKS_KEPT_DAYS = 30;
const REFUSALS_KEPT_DAYS = 90;
const EVERY_MS = 3_600_000;

const removed = counter('gateway_swept', 'Expired rows removed, by kind.', ['kind'] as const);
// The counters start at 0, so that the metrics contain them before the first row is removed.
for (const kind of ['session', 'verification', 'link', 'refusal', 'key_hour'])
  removed.inc({ kind }, 0);

/** The kinds of rows that expire in the gateway’s schema. */
export type ExpiredRowKind = 'session' | 'verification' | 'link' | 'refusal' | 'key_hour';

async function countRows(db: DatabaseClient, statement: SqlStatement): Promise<number> {
  return (await db.rows(statement)).length;
}

/**
 * Removes at most 1,000 expired rows of each kind and returns the counts. With `skip locked`, several gateways can do this
 * concurrently.
 */
export async function sweepExpired(
  db: DatabaseClient,
): Promise<Readonly<Record<ExpiredRowKind, number>>> {
  const session = sql`delete from gateway.session where id in (select id from gateway.session
    where expires_at < now() limit ${SWEEP_ROWS_MAX} for update skip locked) returning 1`;
  const verification = sql`delete from gateway.verification where id in (select id from gateway.verification
    where expires_at < now() limit ${SWEEP_ROWS_MAX} for update skip locked) returning 1`;
  const link = sql`delete from gateway.owner_link where token_hash in (select token_hash from gateway.owner_link
    where expires_at < now() - make_interval(days => ${LINKS_KEPT_DAYS}) limit ${SWEEP_ROWS_MAX} for update skip locked)
    returning 1`;
  return {
    session: await countRows(db, session),
    verification: await countRows(db, verification),
    link: await countRows(db, link),
    refusal: await expireRefusals(db, REFUSALS_KEPT_DAYS, SWEEP_ROWS_MAX),
    key_hour: await expireKeyHours(db, SWEEP_ROWS_MAX),
  };
}

/** Repeats the removal of expired rows until one pass removes fewer than 1,000 rows of every kind, or the process stops. */
export async function expireAll(db: DatabaseClient, stopping: AbortSignal): Promise<void> {
  for (let full = true; full && !stopping.aborted;) {
    const gone = Object.entries(await sweepExpired(db));
    for (const [kind, n] of gone) removed.inc({ kind }, n);
    full = gone.some(([, n]) => n === SWEEP_ROWS_MAX);
  }
}

/** Starts the hourly removal of expired rows, which also announces keys that expire soon. It ends with the process. */
export function startExpiry(
  db: DatabaseClient,
  base: Pick<CommonModuleDeps, 'ids' | 'log' | 'stopping'>,
): void {
  const pass = async (): Promise<void> => {
    await expireAll(db, base.stopping);
    await noteExpiringKeys(db, base.ids);
  };
  repeatPass(base, { name: 'expiry', everyMs: EVERY_MS, pass });
}
