import { type Db, expireRefusals, sql, type Statement } from '@bridge/db';
import { counter, type Base } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';

/** Rows of one kind removed in one pass. */
export const SWEEP_ROWS_MAX = 1_000;
/** A used or expired link still says so for as long; then its address is not found. */
const LINKS_KEPT_DAYS = 30;
const REFUSALS_KEPT_DAYS = 90;
const EVERY_MS = 3_600_000;

const removed = counter('gateway_swept', 'Expired rows removed, by kind.', ['kind'] as const);
// A sweep that has found nothing yet is told apart from one that is not there.
for (const kind of ['session', 'verification', 'link', 'refusal']) removed.inc({ kind }, 0);

/** Names of what expires in this service. */
export type ExpiredKind = 'session' | 'verification' | 'link' | 'refusal';

async function count(db: Db, statement: Statement): Promise<number> {
  return (await db.rows(statement)).length;
}

/** Removes what has expired, at most 1,000 rows of each kind; replicas share them out. Returns how many of each. */
export async function sweepExpired(db: Db): Promise<Readonly<Record<ExpiredKind, number>>> {
  const session = sql`delete from gateway.session where id in (select id from gateway.session
    where expires_at < now() limit ${SWEEP_ROWS_MAX} for update skip locked) returning 1`;
  const verification = sql`delete from gateway.verification where id in (select id from gateway.verification
    where expires_at < now() limit ${SWEEP_ROWS_MAX} for update skip locked) returning 1`;
  const link = sql`delete from gateway.owner_link where token_hash in (select token_hash from gateway.owner_link
    where expires_at < now() - make_interval(days => ${LINKS_KEPT_DAYS}) limit ${SWEEP_ROWS_MAX} for update skip locked)
    returning 1`;
  return {
    session: await count(db, session),
    verification: await count(db, verification),
    link: await count(db, link),
    refusal: await expireRefusals(db, REFUSALS_KEPT_DAYS, SWEEP_ROWS_MAX),
  };
}

/** Pass after pass while there are more, counted in the metrics. */
export async function expireAll(db: Db, stopping: AbortSignal): Promise<void> {
  for (let full = true; full && !stopping.aborted;) {
    const gone = Object.entries(await sweepExpired(db));
    for (const [kind, n] of gone) removed.inc({ kind }, n);
    full = gone.some(([, n]) => n === SWEEP_ROWS_MAX);
  }
}

/** Starts the sweep: every hour on every replica until the process stops. */
export function startExpiry(db: Db, { log, stopping }: Pick<Base, 'log' | 'stopping'>): void {
  const passes = async (): Promise<void> => {
    for (;;) {
      await delay(EVERY_MS, undefined, { signal: stopping, ref: false });
      try {
        await expireAll(db, stopping);
      } catch (error) {
        log.warn({ err: error }, 'a sweep failed');
      }
    }
  };
  passes().catch((error: unknown) => {
    if (!stopping.aborted) log.error({ err: error }, 'the sweep ended');
  });
}
