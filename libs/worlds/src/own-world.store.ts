import type { WorldRole } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/** Numbers about a World that its members see in addition to its public data. */
export interface WorldMemberCountsRow {
  readonly word: string;
  readonly listed: boolean;
  readonly members: number;
  /** Number of open invitations; null when the reader is not the founder. */
  readonly invitations: number | null;
}
/** A World as one of its members sees it. */
export interface MemberWorldRow extends WorldMemberCountsRow {
  readonly title: string;
  readonly text: string;
  readonly role: WorldRole;
  readonly suspended: boolean;
  readonly founded_at: Date;
  readonly handed_to: string | null;
  readonly offered: boolean;
}

const COUNTS = sql`w.word, w.listed,
  (select count(*) from worlds.member n where n.word = w.word) as members,
  case when m.role = 'founder' then
    (select count(*) from worlds.invitation i where i.word = w.word and i.expires_at > now()) end as invitations`;

/**
 * Lists the numbers of members and open invitations of each World that the account founded or contributes to, sorted by word.
 */
export async function listWorldCounts(
  db: SqlStatementRunner,
  accountId: string,
): Promise<readonly WorldMemberCountsRow[]> {
  return db.rows(
    sql<WorldMemberCountsRow>`select ${COUNTS} from worlds.member m join worlds.world w on w.word = m.word
      where m.account_id = ${accountId} and m.role <> 'viewer' order by m.word`,
  );
}

/** Finds a World of which the account is a member; undefined for any other World. */
export async function findOwnWorld(
  db: SqlStatementRunner,
  accountId: string,
  word: string,
): Promise<MemberWorldRow | undefined> {
  const [row] = await db.rows(
    sql<MemberWorldRow>`select ${COUNTS}, w.title, w.text, m.role, w.suspended, w.founded_at,
        case when m.role = 'founder' then w.handed_to end as handed_to,
        coalesce(w.handed_to = m.account_id, false) as offered
      from worlds.member m join worlds.world w on w.word = m.word
      where m.account_id = ${accountId} and m.word = ${word}`,
  );
  return row;
}
