import type { WorldRole } from '@bridge/contracts';
import { type Queryable, sql } from '@bridge/db';
import type { Standing } from './permissions.ts';

/** One member of a World. */
export interface Member {
  readonly account_id: string;
  readonly role: WorldRole;
  readonly since: Date;
  /** The address as the founder typed it; null for the founder and for members of before invitations were accepted. */
  readonly email: string | null;
}
/** A World and how one account stands to it; `role` null for a stranger. */
export interface StandingOf {
  readonly suspended: boolean;
  readonly role: WorldRole | null;
}

/** Roles of the account in these Worlds, or with null in all, by word; what it has no role in is left out. */
export async function rolesOf(
  db: Queryable,
  accountId: string,
  words: readonly string[] | null,
): Promise<readonly Standing[]> {
  if (words === null)
    return db.rows(
      sql<Standing>`select m.word, m.role, w.suspended from worlds.member m
        cross join lateral (select w.suspended from worlds.world w where w.word = m.word limit 1) w
        where m.account_id = ${accountId} order by m.word`,
      'prepared',
    );
  // One look-up for each World, also for an account that has a role in thousands.
  return db.rows(
    sql<Standing>`select r.word, r.role, r.suspended from unnest(${[...new Set(words)]}::text[]) as w (word)
      cross join lateral (
        select * from worlds.right_v1 v where v.account_id = ${accountId} and v.word = w.word limit 1
      ) r order by r.word`,
    'prepared',
  );
}

/** How an account stands to a World; undefined when nobody founded it. */
export async function standingOf(
  db: Queryable,
  word: string,
  accountId: string,
): Promise<StandingOf | undefined> {
  const [standing] = await db.rows(
    sql<StandingOf>`select w.suspended, m.role from worlds.world w
      left join worlds.member m on m.word = w.word and m.account_id = ${accountId}
      where w.word = ${word}`,
    'prepared',
  );
  return standing;
}

/** As `standingOf`, and holds the World's row until commit: changes of one World happen one after the other. */
export async function holdWorld(
  tx: Queryable,
  word: string,
  accountId: string,
): Promise<StandingOf | undefined> {
  const [standing] = await tx.rows(
    sql<StandingOf>`select w.suspended, m.role from worlds.world w
      left join worlds.member m on m.word = w.word and m.account_id = ${accountId}
      where w.word = ${word} for no key update of w`,
  );
  return standing;
}

/** Members of a World: the founder, then by date. */
export async function listMembers(db: Queryable, word: string): Promise<readonly Member[]> {
  return db.rows(
    sql<Member>`select account_id, role, since, email_typed as email from worlds.member where word = ${word}
      order by role <> 'founder', since, account_id`,
  );
}

/** The member who came by an invitation to this address. The caller holds the World's row. */
export async function memberByEmail(
  tx: Queryable,
  word: string,
  emailHash: Buffer,
): Promise<string | undefined> {
  const [row] = await tx.rows(
    sql<{ account_id: string }>`select account_id from worlds.member
      where word = ${word} and email_hash = ${emailHash} and role <> 'founder' order by account_id limit 1`,
  );
  return row?.account_id;
}

/** Notes by which address a member came. */
export async function noteEmail(
  tx: Queryable,
  word: string,
  accountId: string,
  { hash, typed }: { readonly hash: Buffer; readonly typed: string },
): Promise<void> {
  await tx.rows(sql`update worlds.member set email_hash = ${hash}, email_typed = ${typed}
    where account_id = ${accountId} and word = ${word}`);
}

/** What became of a wish to give somebody a role. */
export type MemberSet = 'changed' | 'unchanged' | 'full';

/**
 * Gives an account a role in a World of at most `max` members, the founder included. The caller holds the World's row;
 * a founder's own role is never touched.
 */
export async function setMember(
  tx: Queryable,
  word: string,
  member: { readonly accountId: string; readonly role: 'contributor' | 'viewer' },
  max: number,
): Promise<MemberSet> {
  const [found] = await tx.rows(
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
  if (found?.changed === true) return 'changed';
  return found?.known === true ? 'unchanged' : 'full';
}

/** Takes an account's role away; false when it had none, or is the founder. */
export async function removeMember(
  tx: Queryable,
  word: string,
  accountId: string,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`delete from worlds.member
      where account_id = ${accountId} and word = ${word} and role <> 'founder' returning 1 as removed`,
  );
  return rows.length === 1;
}
