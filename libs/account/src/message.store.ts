import { LIMITS, VIEWS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/** A stored message; its writer and reader are `owner` or the id of a key. */
export interface MailboxMessageRow {
  readonly id: number;
  readonly writer: string;
  readonly reader: string;
  readonly text: string;
  readonly ref_page_id: number | null;
  readonly ref_revision: number | null;
  readonly reply_to: number | null;
  readonly session_id: string | null;
  readonly at: Date;
}
/** A message in the owner’s list, with the fact whether its reader has acknowledged it. */
export interface OwnerMessageListRow extends MailboxMessageRow {
  readonly acknowledged: boolean;
}
/** The data of a new message. */
export interface NewMailboxMessage {
  readonly writer: string;
  readonly reader: string;
  readonly text: string;
  readonly ref?: { readonly page_id: number; readonly revision: number } | undefined;
  readonly replyTo?: number | undefined;
  readonly sessionId?: string | undefined;
}
/** A reader of messages in an account: `owner` or the id of a key. */
export interface MessageRecipient {
  readonly accountId: string;
  readonly reader: string;
}

const ACTIVE_KEY = sql.raw(VIEWS.activeKey);
const COLUMNS = sql`m.id, m.writer, m.reader, m.text, m.ref_page_id, m.ref_revision, m.reply_to, m.session_id, m.at`;

/** True when the reader may receive messages: the owner, or an active key with the scope `relay.inbox`. */
export async function isReader(
  db: SqlStatementRunner,
  { accountId, reader }: MessageRecipient,
): Promise<boolean> {
  if (reader === 'owner') return true;
  const rows = await db.rows(
    sql`select 1 from ${ACTIVE_KEY} k
      where k.account_id = ${accountId} and k.key_id = ${reader} and 'relay.inbox' = any (k.scopes)`,
    'prepared',
  );
  return rows.length === 1;
}

/** Allocates the next message id of the account. Other writers of messages in the account wait until the transaction ends. */
export async function takeMessageId(tx: SqlStatementRunner, accountId: string): Promise<number> {
  const [row] = await tx.rows(
    sql<{
      id: number;
    }>`insert into account.mailbox as b (account_id, last_id) values (${accountId}, 1)
      on conflict (account_id) do update set last_id = b.last_id + 1 returning last_id as id`,
    'prepared',
  );
  return row?.id ?? 0;
}

/**
 * Stores a message. Returns undefined when its reader may not receive messages, or has the maximum number of unacknowledged
 * ones.
 */
export async function insertMessage(
  tx: SqlStatementRunner,
  accountId: string,
  id: number,
  message: NewMailboxMessage,
): Promise<MailboxMessageRow | undefined> {
  const { writer, reader, text, ref, replyTo, sessionId } = message;
  const [row] = await tx.rows(
    sql<MailboxMessageRow>`with counted as (
        insert into account.inbox as i (account_id, reader, waiting)
        select ${accountId}, ${reader}::text, 1
        where ${reader}::text = 'owner' or exists (select from ${ACTIVE_KEY} k
          where k.account_id = ${accountId} and k.key_id = ${reader}::text and 'relay.inbox' = any (k.scopes))
        on conflict (account_id, reader) do update set waiting = i.waiting + 1
          where i.waiting < ${LIMITS.messagesWaitingMax}::integer
        returning i.reader
      )
      insert into account.message as m (account_id, id, writer, reader, text, ref_page_id, ref_revision, reply_to, session_id)
      select ${accountId}, ${id}::bigint, ${writer}, c.reader, ${text}, ${ref?.page_id ?? null}::bigint,
        ${ref?.revision ?? null}::integer, ${replyTo ?? null}::bigint, ${sessionId ?? null}::text from counted c
      returning ${COLUMNS}`,
    'prepared',
  );
  return row;
}

/** Reads how many messages a reader has not acknowledged. */
export async function countWaiting(
  db: SqlStatementRunner,
  { accountId, reader }: MessageRecipient,
): Promise<number> {
  const [row] = await db.rows(
    sql<{ waiting: number }>`select i.waiting from account.inbox i
      where i.account_id = ${accountId} and i.reader = ${reader}`,
    'prepared',
  );
  return row?.waiting ?? 0;
}

/** Reads at most `limit` messages with ids above `afterId` that the reader has not acknowledged, oldest first. */
export async function listWaiting(
  db: SqlStatementRunner,
  { accountId, reader }: MessageRecipient,
  { afterId, limit }: { readonly afterId: number; readonly limit: number },
): Promise<readonly MailboxMessageRow[]> {
  return db.rows(
    sql<MailboxMessageRow>`select ${COLUMNS} from account.message m
      where m.account_id = ${accountId} and m.reader = ${reader} and m.acked_at is null and m.id > ${afterId}::bigint
      order by m.id limit ${limit}::integer`,
    'prepared',
  );
}

/**
 * Reads at most `limit` messages of the account with ids below `before`, newest first. With a key id as `party`, only messages
 * between this key and the owner.
 */
export async function listMessages(
  db: SqlStatementRunner,
  accountId: string,
  {
    party,
    before,
    limit,
  }: { readonly party: string | null; readonly before: number; readonly limit: number },
): Promise<readonly OwnerMessageListRow[]> {
  if (party === null)
    return db.rows(
      sql<OwnerMessageListRow>`select ${COLUMNS}, m.acked_at is not null as acknowledged from account.message m
        where m.account_id = ${accountId} and m.id < ${before}::bigint order by m.id desc limit ${limit}::integer`,
    );
  return db.rows(
    sql<OwnerMessageListRow>`select ${COLUMNS}, m.acked_at is not null as acknowledged from account.message m
      where m.account_id = ${accountId} and m.id in (
        (select r.id from account.message r where r.account_id = ${accountId} and r.reader = 'owner'
          and r.writer = ${party} and r.id < ${before}::bigint order by r.id desc limit ${limit}::integer)
        union all
        (select w.id from account.message w where w.account_id = ${accountId} and w.reader = ${party}
          and w.writer = 'owner' and w.id < ${before}::bigint order by w.id desc limit ${limit}::integer))
      order by m.id desc limit ${limit}::integer`,
  );
}

/** Marks messages to the reader as acknowledged. Messages to other readers and messages acknowledged earlier stay unchanged. */
export async function ackMessages(
  tx: SqlStatementRunner,
  { accountId, reader }: MessageRecipient,
  ids: readonly number[],
): Promise<void> {
  // The reader’s row in `inbox` is locked first, so that concurrent acknowledgements of a message lower its count only once.
  await tx.rows(
    sql`select 1 from account.inbox i where i.account_id = ${accountId} and i.reader = ${reader} for no key update`,
    'prepared',
  );
  await tx.rows(
    sql`with acked as (
        update account.message m set acked_at = now()
        where m.account_id = ${accountId} and m.reader = ${reader} and m.acked_at is null
          and m.id = any (${[...ids]}::bigint[])
        returning 1
      )
      update account.inbox i set waiting = i.waiting - (select count(*) from acked)::integer
      where i.account_id = ${accountId} and i.reader = ${reader}`,
    'prepared',
  );
}

/**
 * Removes messages older than `keptDays` days, at most `rowsMax`; returns their number. Several replicas may run it at the same
 * time.
 */
export async function expireMessages(
  tx: SqlStatementRunner,
  keptDays: number,
  rowsMax: number,
): Promise<number> {
  const [row] = await tx.rows(
    sql<{ gone: number }>`with gone as (
        delete from account.message where (account_id, id) in (
          select account_id, id from account.message where at < now() - make_interval(days => ${keptDays})
          order by at limit ${rowsMax} for update skip locked)
        returning account_id, reader, acked_at
      ), counted as (
        update account.inbox i set waiting = i.waiting - g.unread
        from (select account_id, reader, count(*)::integer as unread from gone where acked_at is null
          group by account_id, reader) g
        where i.account_id = g.account_id and i.reader = g.reader
      )
      select count(*)::integer as gone from gone`,
  );
  return row?.gone ?? 0;
}
