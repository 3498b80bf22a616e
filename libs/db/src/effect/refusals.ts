import type { SqlStatementRunner } from '../statement-runner.ts';
import { sql } from '../sql.ts';

/**
 * Number of refused calls of one agent key with one action and error code in one minute. Refused calls have no row in the
 * journal (audit log); calls with unknown keys are not counted.
 */
export interface RefusedCallCount {
  readonly accountId: string;
  readonly keyId: string;
  readonly action: string;
  readonly code: string;
  readonly minute: Date;
  readonly n: number;
}

/** Adds counts of refused calls to the stored counts, in one statement. */
export async function countRefusals(
  db: SqlStatementRunner,
  refusals: readonly RefusedCallCount[],
): Promise<void> {
  if (refusals.length === 0) return;
  const json = JSON.stringify(
    refusals.map((r) => ({
      account_id: r.accountId,
      key_id: r.keyId,
      action: r.action,
      code: r.code,
      minute: r.minute,
      n: r.n,
    })),
  );
  await db.rows(
    sql`insert into effect.refusal as r (account_id, key_id, action, code, minute, n)
      select * from jsonb_to_recordset(${json}::jsonb)
        as x(account_id text, key_id text, action text, code text, minute timestamptz, n integer)
      on conflict (account_id, key_id, action, code, minute) do update set n = r.n + excluded.n`,
  );
}

/** Deletes counts of refused calls older than `keptDays`, at most `rowsMax`. Returns their number. */
export async function expireRefusals(
  db: SqlStatementRunner,
  keptDays: number,
  rowsMax: number,
): Promise<number> {
  const rows = await db.rows(
    sql`delete from effect.refusal where (account_id, key_id, action, code, minute) in (
        select account_id, key_id, action, code, minute from effect.refusal
        where minute < now() - make_interval(days => ${keptDays})
        limit ${rowsMax} for update skip locked)
      returning 1 as gone`,
  );
  return rows.length;
}
