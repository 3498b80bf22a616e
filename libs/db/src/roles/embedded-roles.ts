import { createHmac, hash } from 'node:crypto';
import pg from 'pg';
import { APP_ROLE, OWNER_ROLE } from './grants.ts';
import { rolesSql } from './roles-sql.ts';

/**
 * Two connection URLs of an embedded database: one for the role that runs statements, one for the role that owns the tables.
 */
export interface RoleConnectionUrls {
  /** Connection URL of the role that the all-in-one (all services in one process) uses. */
  readonly url: string;
  /** Connection URL of the role that owns the tables, for migrations. */
  readonly direct: string;
}

/**
 * Creates or updates the database roles of an embedded Postgres. The password of the role APP_ROLE, with which the product
 * runs, is an HMAC of the superuser's password. When the roles are current this costs one read.
 */
export async function ensureEmbeddedRoles(superuserUrl: string): Promise<RoleConnectionUrls> {
  const address = new URL(superuserUrl);
  const password = createHmac('sha256', address.password).update(APP_ROLE).digest('base64url');
  const script = rolesSql();
  const mark = hash('sha256', script + password);
  const client = new pg.Client({ connectionString: superuserUrl });
  // A broken connection fails its pending statement; without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ mark: string | null }>(
      `select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = '${APP_ROLE}'`,
    );
    if (rows[0]?.mark !== mark) {
      // The lock makes two starting processes run the script one after the other; the second run changes nothing.
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
