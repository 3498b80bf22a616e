import { BridgeError, type RandomIdGenerator } from '@bridge/kernel';
import { type SqlStatementRunner, sql, sqlState, UNIQUE_VIOLATION } from '@bridge/db';

/** An owner and the owner's account. */
export interface OwnerAccount {
  readonly account_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
}
/** A new owner with a hashed password. */
export interface NewOwner {
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

/** Returns an e-mail address in the form in which it is stored and compared: trimmed and in lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Inserts owner, credential and account in one statement. Throws invalid_input when the e-mail address is taken. */
export async function insertOwner(
  db: SqlStatementRunner,
  ids: RandomIdGenerator,
  owner: NewOwner,
): Promise<OwnerAccount> {
  const [userId, accountId] = [ids.make('usr'), ids.make('acc')];
  const email = normalizeEmail(owner.email);
  try {
    await db.rows(
      sql`with made as (
          insert into gateway.owner (id, name, email) values (${userId}, ${owner.name}, ${email}) returning id
        ), credential as (
          insert into gateway.credential (id, user_id, provider_id, provider_account_id, password)
          select ${ids.make('crd')}, id, 'credential', id, ${owner.passwordHash} from made
        )
        insert into gateway.account (account_id, user_id) select ${accountId}, id from made`,
    );
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    const message = 'an owner with this e-mail address exists already';
    throw new BridgeError('invalid_input', { issues: [{ path: 'email', rule: 'taken', message }] });
  }
  return { account_id: accountId, user_id: userId, email, name: owner.name };
}

const OWNER = sql`select a.account_id, o.id as user_id, o.email, o.name
  from gateway.owner o join gateway.account a on a.user_id = o.id`;

/** Finds an owner by e-mail address. */
export async function findOwnerByEmail(
  db: SqlStatementRunner,
  email: string,
): Promise<OwnerAccount | undefined> {
  const [owner] = await db.rows(
    sql<OwnerAccount>`${OWNER} where o.email = ${normalizeEmail(email)}`,
    'prepared',
  );
  return owner;
}

/** Finds an owner by the user id of a session. */
export async function findOwnerByUser(
  db: SqlStatementRunner,
  userId: string,
): Promise<OwnerAccount | undefined> {
  const [owner] = await db.rows(sql<OwnerAccount>`${OWNER} where o.id = ${userId}`, 'prepared');
  return owner;
}

/** Replaces the password of an owner and ends all sessions of the owner, in one statement. */
export async function replacePassword(
  db: SqlStatementRunner,
  userId: string,
  passwordHash: string,
): Promise<void> {
  await db.rows(
    sql`with ended as (delete from gateway.session where user_id = ${userId})
      update gateway.credential set password = ${passwordHash}, updated_at = now()
      where user_id = ${userId} and provider_id = 'credential'`,
  );
}

/** Returns owners’ names by account id. The lateral joins read one row per account by index, whatever the table’s size. */
export async function findOwnerNames(
  db: SqlStatementRunner,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.rows(
    sql<Pick<OwnerAccount, 'account_id' | 'name'>>`select a.account_id, o.name
      from unnest(${[...new Set(accountIds)]}::text[]) as k (account_id)
      cross join lateral (select * from gateway.account a where a.account_id = k.account_id limit 1) a
      cross join lateral (select * from gateway.owner o where o.id = a.user_id limit 1) o`,
    'prepared',
  );
  return new Map(rows.map((row) => [row.account_id, row.name]));
}

/** True when at least one owner account exists. */
export async function hasOwner(db: SqlStatementRunner): Promise<boolean> {
  const [row] = await db.rows(
    sql<{ has: boolean }>`select exists (select from gateway.account) as has`,
  );
  return row?.has ?? false;
}
