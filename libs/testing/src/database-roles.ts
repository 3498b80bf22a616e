import { APP_ROLE, DATABASE_SERVICES, OWNER_ROLE, roleOf, rolesSql } from '@bridge/db';
import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Connection URLs of one database, one for each database role of the product. */
export interface DatabaseUrlByRole {
  /** URL of the role that owns the tables, for migrations. */
  readonly owner: string;
  /** URL of the role for the all-in-one and for tools. */
  readonly app: string;
  readonly gateway: string;
  readonly worlds: string;
  readonly builder: string;
  readonly account: string;
}

/** Creates the product's database roles with the script in deploy/postgres and gives each a password. */
export async function makeRoles(superuserUrl: string): Promise<DatabaseUrlByRole> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const login = async (role: string): Promise<string> => {
    const password = randomBytes(16).toString('hex');
    await client.query(`alter role ${role} password '${password}'`);
    const url = new URL(superuserUrl);
    url.username = role;
    url.password = password;
    return url.href;
  };
  try {
    await client.query(rolesSql());
    const [gateway, worlds, builder, account] = DATABASE_SERVICES.map(roleOf);
    return {
      owner: await login(OWNER_ROLE),
      app: await login(APP_ROLE),
      gateway: await login(gateway ?? ''),
      worlds: await login(worlds ?? ''),
      builder: await login(builder ?? ''),
      account: await login(account ?? ''),
    };
  } finally {
    await client.end();
  }
}
