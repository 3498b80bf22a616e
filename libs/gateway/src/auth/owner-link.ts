import { type DatabaseClient, type SqlStatementRunner, sql } from '@bridge/db';
import { BridgeError, type RandomIdGenerator } from '@bridge/kernel';
import { hash, randomBytes } from 'node:crypto';
import { hashPassword } from './password.ts';
import {
  findOwnerByEmail,
  hasOwner,
  insertOwner,
  normalizeEmail,
  replacePassword,
  type OwnerAccount,
} from './owner.store.ts';

const LINK_TOKEN_BYTES = 32;
/** Lifetime of a one-time link in hours. While no owner exists, each start of the program prints a new link. */
const LINK_HOURS = 24;

/** What a person does with a one-time link: become an owner, or choose a new password as an existing owner. */
export type OwnerLinkPurpose = 'sign_up' | 'new_password';
const LINK_SCREENS: Readonly<Record<OwnerLinkPurpose, string>> = {
  sign_up: 'welcome',
  new_password: 'new-password',
};

/**
 * A one-time link for an owner, to sign up or to choose a new password. Its token is in the fragment of the URL, which
 * browsers do not send, so it reaches no server log.
 */
export interface OneTimeOwnerLink {
  readonly purpose: OwnerLinkPurpose;
  readonly url: string;
  readonly token: string;
  /** Expiry as an ISO 8601 time. */
  readonly expires_at: string;
}
/** The form by which a new owner signs up with a one-time link. */
export interface OwnerSignUpForm {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

function hashLinkToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

async function insertLink(
  db: SqlStatementRunner,
  baseUrl: string,
  email: string | null,
  purpose: OwnerLinkPurpose,
): Promise<OneTimeOwnerLink> {
  const token = randomBytes(LINK_TOKEN_BYTES).toString('base64url');
  const [row] = await db.rows(
    sql<{ expires_at: Date }>`insert into gateway.owner_link (token_hash, email, expires_at)
      values (${hashLinkToken(token)}, ${email}, now() + make_interval(hours => ${LINK_HOURS})) returning expires_at`,
  );
  if (row === undefined)
    throw new BridgeError('internal', {}, { cause: 'the insert returned no link' });
  const url = `${baseUrl}/console/${LINK_SCREENS[purpose]}#${token}`;
  return { purpose, url, token, expires_at: row.expires_at.toISOString() };
}

/**
 * Creates the one-time link for the first owner, which the process prints at its start; earlier unused links for the first
 * owner stop working. Returns null when an owner exists.
 */
export async function createFirstOwnerLink(
  db: DatabaseClient,
  baseUrl: string,
): Promise<OneTimeOwnerLink | null> {
  return db.transaction({}, async (tx) => {
    if (await hasOwner(tx)) return null;
    await tx.rows(sql`delete from gateway.owner_link where email is null and used_at is null`);
    return insertLink(tx, baseUrl, null, 'sign_up');
  });
}

/**
 * Creates a link for one e-mail address: to sign up, or to choose a new password when an owner has this address. Earlier unused
 * links for the same address stop working.
 */
export async function createOwnerLink(
  db: DatabaseClient,
  baseUrl: string,
  email: string,
): Promise<OneTimeOwnerLink> {
  const address = normalizeEmail(email);
  return db.transaction({}, async (tx) => {
    await tx.rows(sql`delete from gateway.owner_link where email = ${address} and used_at is null`);
    const isOwner = (await findOwnerByEmail(tx, address)) !== undefined;
    return insertLink(tx, baseUrl, address, isOwner ? 'new_password' : 'sign_up');
  });
}

/** Returns the error for a link that cannot be used: not_found for an unknown token, gone for a used or expired link. */
async function linkError(tx: SqlStatementRunner, token: string): Promise<BridgeError> {
  const rows = await tx.rows(
    sql`select 1 from gateway.owner_link where token_hash = ${hashLinkToken(token)}`,
  );
  return rows.length === 0 ? new BridgeError('not_found', {}) : new BridgeError('gone', {});
}

/** Hashes a password after it has checked the token, because a wrong token must cost one read and no password hash. */
async function hashForToken(db: DatabaseClient, token: string, password: string): Promise<string> {
  const [known] = await db.rows(
    sql`select 1 from gateway.owner_link where token_hash = ${hashLinkToken(token)} and used_at is null`,
  );
  if (known === undefined) throw await linkError(db, token);
  return hashPassword(password);
}

/**
 * Creates an owner with a one-time link. One transaction marks the link as used and creates the owner, so a refused
 * form leaves the link usable. Throws not_found, gone (used or expired) and invalid_input.
 */
export async function enterByLink(
  db: DatabaseClient,
  ids: RandomIdGenerator,
  welcome: OwnerSignUpForm,
): Promise<OwnerAccount> {
  const passwordHash = await hashForToken(db, welcome.token, welcome.password);
  return db.transaction({}, async (tx) => {
    const [link] = await tx.rows(
      sql<{ email: string | null }>`update gateway.owner_link set used_at = now()
        where token_hash = ${hashLinkToken(welcome.token)} and used_at is null and expires_at > now()
          and (email is not null or not exists (select from gateway.account))
        returning email`,
    );
    if (link === undefined) throw await linkError(tx, welcome.token);
    if (link.email !== null && link.email !== normalizeEmail(welcome.email)) {
      const message = 'the link was made for another e-mail address';
      throw new BridgeError('invalid_input', {
        issues: [{ path: 'email', rule: 'link', message }],
      });
    }
    return insertOwner(tx, ids, { ...welcome, passwordHash });
  });
}

/**
 * Sets the password of an existing owner with a one-time link for the owner’s address, and ends all sessions of the owner, in
 * one transaction. Throws not_found and gone (used or expired). Spec: accounts.new-password.
 */
export async function choosePasswordByLink(
  db: DatabaseClient,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<OwnerAccount> {
  const passwordHash = await hashForToken(db, token, password);
  return db.transaction({}, async (tx) => {
    const [link] = await tx.rows(
      sql<{ email: string | null }>`update gateway.owner_link set used_at = now()
        where token_hash = ${hashLinkToken(token)} and used_at is null and expires_at > now() and email is not null
        returning email`,
    );
    if (link === undefined || link.email === null) throw await linkError(tx, token);
    const owner = await findOwnerByEmail(tx, link.email);
    // A link to sign up: its address has no owner yet. The error undoes the update, so the link stays usable.
    if (owner === undefined) throw new BridgeError('not_found', {});
    await replacePassword(tx, owner.user_id, passwordHash);
    return owner;
  });
}
