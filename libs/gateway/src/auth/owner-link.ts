import { type Db, type Queryable, sql } from '@bridge/db';
import { BridgeError, type Ids } from '@bridge/kernel';
import { createHash, randomBytes } from 'node:crypto';
import { hashPassword } from './password.ts';
import { hasOwner, insertOwner, normalEmail, type Owner } from './owner.store.ts';

const TOKEN_BYTES = 32;
/** A link works this long; the start of the product prints a new one while there is no owner. */
const LINK_HOURS = 24;

/** A one-time link that makes an owner. The token stands behind the `#`, so that it reaches no server's log. */
export interface OwnerLink {
  readonly url: string;
  readonly token: string;
  /** ISO time. */
  readonly expires_at: string;
}
/** What the person behind a link enters. */
export interface Welcome {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

async function insertLink(
  db: Queryable,
  baseUrl: string,
  email: string | null,
): Promise<OwnerLink> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const [row] = await db.rows(
    sql<{ expires_at: Date }>`insert into gateway.owner_link (token_hash, email, expires_at)
      values (${hashOf(token)}, ${email}, now() + make_interval(hours => ${LINK_HOURS})) returning expires_at`,
  );
  if (row === undefined) throw new BridgeError('internal', {}, { cause: 'no link was made' });
  const expires = row.expires_at.toISOString();
  return { url: `${baseUrl}/console/welcome#${token}`, token, expires_at: expires };
}

/** The link that start prints: a new one each time, and only the newest works. Null once there is an owner. */
export async function firstOwnerLink(db: Db, baseUrl: string): Promise<OwnerLink | null> {
  return db.transaction({}, async (tx) => {
    if (await hasOwner(tx)) return null;
    await tx.rows(sql`delete from gateway.owner_link where email is null and used_at is null`);
    return insertLink(tx, baseUrl, null);
  });
}

/** A link for one e-mail address, made by the operator; an earlier one for it ends. */
export async function ownerLink(db: Db, baseUrl: string, email: string): Promise<OwnerLink> {
  const address = normalEmail(email);
  return db.transaction({}, async (tx) => {
    await tx.rows(sql`delete from gateway.owner_link where email = ${address} and used_at is null`);
    return insertLink(tx, baseUrl, address);
  });
}

interface LinkRow {
  readonly email: string | null;
  readonly used: boolean;
}

/** Why a link that could not be taken does not work. */
async function refusal(tx: Queryable, token: string): Promise<BridgeError> {
  const rows = await tx.rows(
    sql<LinkRow>`select email, used_at is not null as used from gateway.owner_link where token_hash = ${hashOf(token)}`,
  );
  return rows.length === 0 ? new BridgeError('not_found', {}) : new BridgeError('gone', {});
}

/**
 * Makes an owner by a one-time link. Using the link and making the owner stand or fall together, so a link works once
 * and a refused entry leaves it whole. Throws not_found, gone (used or expired) and invalid_input.
 */
export async function enterByLink(db: Db, ids: Ids, welcome: Welcome): Promise<Owner> {
  // A wrong token costs one read, not a hash.
  const [known] = await db.rows(
    sql`select 1 from gateway.owner_link where token_hash = ${hashOf(welcome.token)} and used_at is null`,
  );
  if (known === undefined) throw await refusal(db, welcome.token);
  const passwordHash = await hashPassword(welcome.password);
  return db.transaction({}, async (tx) => {
    const [link] = await tx.rows(
      sql<Pick<LinkRow, 'email'>>`update gateway.owner_link set used_at = now()
        where token_hash = ${hashOf(welcome.token)} and used_at is null and expires_at > now()
          and (email is not null or not exists (select from gateway.account))
        returning email`,
    );
    if (link === undefined) throw await refusal(tx, welcome.token);
    if (link.email !== null && link.email !== normalEmail(welcome.email)) {
      const message = 'the link was made for another e-mail address';
      throw new BridgeError('invalid_input', {
        issues: [{ path: 'email', rule: 'link', message }],
      });
    }
    return insertOwner(tx, ids, { ...welcome, passwordHash });
  });
}
