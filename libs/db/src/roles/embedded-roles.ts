import { createHmac, hash } from 'node:crypto';
import pg from 'pg';
import { APP_ROLE, OWNER_ROLE } from './grants.ts';
import { rolesSql } from './roles-sql.ts';

/** The two addresses of an embedded database: for the product and for migrations. */
export interface RoleUrls {
  /** Address for the role of the all-in-one. */
  readonly url: string;
  /** Address for the owner of the tables. */
  readonly direct: string;
}

/**
 * Creates the roles of an embedded database, also of one that an earlier version filled as the superuser. The password of
 * the product's role is an HMAC of the superuser's, which cannot be recovered from it. Costs one read when the roles are
 * current.
 */
export async function ensureEmbeddedRoles(superuserUrl: string): Promise<RoleUrls> {
  const address = new URL(superuserUrl);
  const password = createHmac('sha256', address.password).update(APP_ROLE).digest('base64url');
  const script = rolesSql();
  const mark = hash('sha256', script + password);
  const client = new pg.Client({ connectionString: superuserUrl });
  // A connection that breaks fails the statement that waits for it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ mark: string | null }>(
      `select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = '${APP_ROLE}'`,
    );
    if (rows[0]?.mark !== mark) {
      // The lock serialises two commands; the script of the second one changes nothing.
      await client.query('begin; select pg_advisory_xact_lock(4127301766)');
      await client.query(
        `${script}; alter role ${APP_ROLE} password '${password}'; comment on role ${APP_ROLE} is '${mark}'`,
      );
      await client.query('commit');
    }
  } finally {
    await client.end();
  }
  const url = new URL(address);
  url.username = APP_ROLE;
  url.password = password;
  const direct = new URL(address);
  direct.searchParams.set('options', `-c role=${OWNER_ROLE}`);
  return { url: url.href, direct: direct.href };
}
