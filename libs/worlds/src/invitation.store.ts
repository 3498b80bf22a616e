import { LIMITS } from '@bridge/contracts';
import { type Queryable, sql } from '@bridge/db';
import { createHash } from 'node:crypto';

/** A role that the founder gives. */
export type GivenRole = 'contributor' | 'viewer';

/** An invitation to a World that nobody has answered yet. */
export interface Invitation {
  readonly email: string;
  readonly email_hash: Buffer;
  readonly role: GivenRole;
  readonly invited_by: string;
  readonly invited_at: Date;
  readonly expires_at: Date;
  readonly expired: boolean;
}

const COLUMNS = sql`email_typed as email, email_hash, role, invited_by, at as invited_at, expires_at,
  expires_at <= now() as expired`;

/** SHA-256 of an address in the one form in which addresses are compared. */
export function emailHashOf(email: string): Buffer {
  return createHash('sha256').update(email.trim().toLowerCase(), 'utf8').digest();
}

/**
 * Writes an invitation over an earlier one to the same address, whose link ends. Undefined when the World has the most
 * open invitations that it may have. The caller holds the World's row.
 */
export async function putInvitation(
  tx: Queryable,
  word: string,
  invited: {
    readonly email: string;
    readonly role: GivenRole;
    readonly by: string;
    readonly tokenHash: string;
  },
): Promise<{ readonly expires_at: Date } | undefined> {
  const hash = emailHashOf(invited.email);
  await tx.rows(sql`delete from worlds.invitation where word = ${word}
    and expires_at < now() - make_interval(days => ${LIMITS.invitationExpiredKeptDays})`);
  const [row] = await tx.rows(
    sql<{ expires_at: Date }>`insert into worlds.invitation as i
        (word, email_hash, email_typed, role, invited_by, expires_at, token_hash)
      select ${word}, ${hash}::bytea, ${invited.email}, ${invited.role}, ${invited.by},
        date_trunc('milliseconds', now()) + make_interval(days => ${LIMITS.invitationDays}),
        decode(${invited.tokenHash}, 'hex')
      where ${LIMITS.invitationsOpenPerWorldMax} > (select count(*) from worlds.invitation
        where word = ${word} and expires_at > now() and email_hash <> ${hash}::bytea)
      on conflict (word, email_hash) do update set email_typed = excluded.email_typed, role = excluded.role,
        invited_by = excluded.invited_by, at = excluded.at, expires_at = excluded.expires_at,
        token_hash = excluded.token_hash
      returning expires_at`,
  );
  return row;
}

/** The newest invitations of a World by date, the expired ones among them. */
export async function listInvitations(db: Queryable, word: string): Promise<readonly Invitation[]> {
  return db.rows(
    sql<Invitation>`select ${COLUMNS} from (select * from worlds.invitation where word = ${word}
        order by at desc, email_hash desc limit ${LIMITS.invitationsListedMax}) newest
      order by at, email_hash`,
  );
}

/** The invitation of a link; undefined once it was answered, replaced or withdrawn. */
export async function findInvitation(
  db: Queryable,
  word: string,
  tokenHash: string,
): Promise<Invitation | undefined> {
  const [row] = await db.rows(
    sql<Invitation>`select ${COLUMNS} from worlds.invitation
      where token_hash = decode(${tokenHash}, 'hex') and word = ${word}`,
  );
  return row;
}

/** Removes the invitation to an address; false when there was none. */
export async function removeInvitation(
  tx: Queryable,
  word: string,
  emailHash: Buffer,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`delete from worlds.invitation where word = ${word} and email_hash = ${emailHash} returning 1 as removed`,
  );
  return rows.length === 1;
}
