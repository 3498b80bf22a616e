import { APP_ROLE, DATABASE_SERVICES, OWNER_ROLE, roleOf, rolesSql } from '@bridge/db';
import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The address of one database for each of its roles: the URLs differ in user and password. */
export interface RoleAddresses {
  /** For migrations. */
  readonly owner: string;
  /** For the all-in-one and for commands. */
  readonly app: string;
  readonly gateway: string;
  readonly worlds: string;
  readonly builder: string;
  readonly account: string;
}

/** Makes the product's roles on a database, as an operator does by deploy/postgres, each with a password of its own. */
export async function makeRoles(superuserUrl: string): Promise<RoleAddresses> {
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
