import { LIMITS, type WorldRole } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';
import type { AccountWorldRole } from './permissions.ts';

/** One member of a World. */
export interface WorldMember {
  readonly account_id: string;
  readonly role: WorldRole;
  readonly since: Date;
  /**
   * E-mail address of the invitation that the member accepted; null for the founder, and for members from the time when members
   * were added without an acceptance (before ADR 025).
   */
  readonly email: string | null;
}
/** Whether a World is suspended, and the role of one account in it; `role` is null for an account that is not a member. */
export interface WorldSuspensionAndRole {
  readonly suspended: boolean;
  readonly role: WorldRole | null;
}

/** Returns the roles of an account in the given Worlds, or in all its Worlds when `words` is null, sorted by word. */
export async function findRoles(
  db: SqlStatementRunner,
  accountId: string,
  words: readonly string[] | null,
): Promise<readonly AccountWorldRole[]> {
  if (words === null)
    return db.rows(
      sql<AccountWorldRole>`select m.word, m.role, w.suspended from worlds.member m
        cross join lateral (select w.suspended from worlds.world w where w.word = m.word limit 1) w
        where m.account_id = ${accountId} order by m.word`,
      'prepared',
    );
  // The lateral join reads one row per given World, even for an account with thousands of roles.
  return db.rows(
    sql<AccountWorldRole>`select r.word, r.role, r.suspended from unnest(${[...new Set(words)]}::text[]) as w (word)
      cross join lateral (
        select * from worlds.right_v1 v where v.account_id = ${accountId} and v.word = w.word limit 1
      ) r order by r.word`,
    'prepared',
  );
}

/** Finds whether a World is suspended and which role an account has in it; undefined when no World has this word. */
export async function findWorldRight(
  db: SqlStatementRunner,
  word: string,
  accountId: string,
): Promise<WorldSuspensionAndRole | undefined> {
  const [right] = await db.rows(
    sql<WorldSuspensionAndRole>`select w.suspended, m.role from worlds.world w
      left join worlds.member m on m.word = w.word and m.account_id = ${accountId}
      where w.word = ${word}`,
    'prepared',
  );
  return right;
}

/**
 * Returns what `findWorldRight` does, and locks the World’s row until the transaction ends, so that changes of one World run
 * one after the other.
 */
export async function lockWorld(
  tx: SqlStatementRunner,
  word: string,
  accountId: string,
): Promise<WorldSuspensionAndRole | undefined> {
  const [right] = await tx.rows(
    sql<WorldSuspensionAndRole>`select w.suspended, m.role from worlds.world w
      left join worlds.member m on m.word = w.word and m.account_id = ${accountId}
      where w.word = ${word} for no key update of w`,
  );
  return right;
}

/** Lists the members of a World: first the founder, then the others by the date on which they joined. */
export async function listMembers(
  db: SqlStatementRunner,
  word: string,
): Promise<readonly WorldMember[]> {
  return db.rows(
    sql<WorldMember>`select account_id, role, since, email_typed as email from worlds.member where word = ${word}
      order by role <> 'founder', since, account_id limit ${LIMITS.membersPerWorldMax}`,
  );
}

/** Finds the member of a World who joined by an invitation to this e-mail address. The caller has locked the World’s row. */
export async function findMemberByEmail(
  tx: SqlStatementRunner,
  word: string,
  emailHash: Buffer,
): Promise<string | undefined> {
  const [row] = await tx.rows(
    sql<{ account_id: string }>`select account_id from worlds.member
      where word = ${word} and email_hash = ${emailHash} and role <> 'founder' order by account_id limit 1`,
  );
  return row?.account_id;
}

/** Stores the e-mail address of the invitation by which a member joined a World, and its hash. */
export async function setMemberEmail(
  tx: SqlStatementRunner,
  word: string,
  accountId: string,
  { hash, typed }: { readonly hash: Buffer; readonly typed: string },
): Promise<void> {
  await tx.rows(sql`update worlds.member set email_hash = ${hash}, email_typed = ${typed}
    where account_id = ${accountId} and word = ${word}`);
}

/**
 * The outcome of setting a role in a World; `full` when the account is no member yet and the World has its maximum number of
 * members.
 */
export type SetMemberOutcome = 'changed' | 'unchanged' | 'full';

/**
 * Sets the role of an account in a World of at most `max` members, including the founder. The founder’s role does not change.
 * The caller has locked the World’s row.
 */
export async function setMember(
  tx: SqlStatementRunner,
  word: string,
  member: { readonly accountId: string; readonly role: 'contributor' | 'viewer' },
  max: number,
): Promise<SetMemberOutcome> {
  const [outcome] = await tx.rows(
    sql<{ changed: boolean; known: boolean }>`with before as (
        select role from worlds.member where account_id = ${member.accountId} and word = ${word}
      ), put as (
        insert into worlds.member as m (account_id, word, role)
        select ${member.accountId}, ${word}, ${member.role}
        where exists (select from before) or (select count(*) from worlds.member where word = ${word}) < ${max}
        on conflict (account_id, word) do update set role = excluded.role
          where m.role not in ('founder', excluded.role)
        returning 1
      )
      select exists (select from put) as changed, exists (select from before) as known`,
  );
  if (outcome?.changed === true) return 'changed';
  return outcome?.known === true ? 'unchanged' : 'full';
}

/**
 * Removes a member of a World. Also withdraws the offer to make this member the founder, if there is one. Returns false for the
 * founder and for an account that is not a member.
 */
export async function removeMember(
  tx: SqlStatementRunner,
  word: string,
  accountId: string,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`with removed as (
        delete from worlds.member
        where account_id = ${accountId} and word = ${word} and role <> 'founder' returning 1
      ), ended as (
        update worlds.world set handed_to = null, handed_at = null
        where word = ${word} and handed_to = ${accountId} and exists (select from removed)
      )
      select 1 as removed from removed`,
  );
  return rows.length === 1;
}
