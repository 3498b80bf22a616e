import { LIMITS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';
import { hash } from 'node:crypto';

/** A role that the founder of a World may give to another account. */
export type AssignableRole = 'contributor' | 'viewer';

/** An invitation to a World that was neither answered nor withdrawn; it may have expired. */
export interface Invitation {
  readonly email: string;
  readonly email_hash: Buffer;
  readonly role: AssignableRole;
  readonly invited_by: string;
  readonly invited_at: Date;
  readonly expires_at: Date;
  readonly expired: boolean;
}

const COLUMNS = sql`email_typed as email, email_hash, role, invited_by, at as invited_at, expires_at,
  expires_at <= now() as expired`;

/** Returns the SHA-256 of an e-mail address, whose spelling is normalised first. */
export function hashEmail(email: string): Buffer {
  return hash('sha256', email.trim().toLowerCase(), 'buffer');
}

/**
 * Inserts an invitation to a World. An earlier one to the same address is replaced, and its link stops working. Returns
 * undefined when the World has its maximum number of open invitations. The caller has locked the World’s row.
 */
export async function putInvitation(
  tx: SqlStatementRunner,
  word: string,
  invitation: {
    readonly email: string;
    readonly role: AssignableRole;
    readonly by: string;
    readonly tokenHash: string;
  },
): Promise<{ readonly expires_at: Date } | undefined> {
  const hash = hashEmail(invitation.email);
  await tx.rows(sql`delete from worlds.invitation where word = ${word}
    and expires_at < now() - make_interval(days => ${LIMITS.invitationExpiredKeptDays})`);
  const [row] = await tx.rows(
    sql<{ expires_at: Date }>`insert into worlds.invitation as i
        (word, email_hash, email_typed, role, invited_by, expires_at, token_hash)
      select ${word}, ${hash}::bytea, ${invitation.email}, ${invitation.role}, ${invitation.by},
        date_trunc('milliseconds', now()) + make_interval(days => ${LIMITS.invitationDays}),
        decode(${invitation.tokenHash}, 'hex')
      where ${LIMITS.invitationsOpenPerWorldMax} > (select count(*) from worlds.invitation
        where word = ${word} and expires_at > now() and email_hash <> ${hash}::bytea)
      on conflict (word, email_hash) do update set email_typed = excluded.email_typed, role = excluded.role,
        invited_by = excluded.invited_by, at = excluded.at, expires_at = excluded.expires_at,
        token_hash = excluded.token_hash
      returning expires_at`,
  );
  return row;
}

/** Returns the newest invitations of a World, including expired ones, oldest first. */
export async function listInvitations(
  db: SqlStatementRunner,
  word: string,
): Promise<readonly Invitation[]> {
  return db.rows(
    sql<Invitation>`select ${COLUMNS} from (select * from worlds.invitation where word = ${word}
        order by at desc, email_hash desc limit ${LIMITS.invitationsListedMax}) newest
      order by at, email_hash`,
  );
}

/** Finds the invitation to a World by the hash of its link’s token; undefined when it was answered, replaced or withdrawn. */
export async function findInvitation(
  db: SqlStatementRunner,
  word: string,
  tokenHash: string,
): Promise<Invitation | undefined> {
  const [row] = await db.rows(
    sql<Invitation>`select ${COLUMNS} from worlds.invitation
      where token_hash = decode(${tokenHash}, 'hex') and word = ${word}`,
  );
  return row;
}

/** Removes the invitation to a World for an e-mail address; returns false when there is none. */
export async function removeInvitation(
  tx: SqlStatementRunner,
  word: string,
  emailHash: Buffer,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`delete from worlds.invitation where word = ${word} and email_hash = ${emailHash} returning 1 as removed`,
  );
  return rows.length === 1;
}
