import { accessKeyOf, BLOB_USERS, prepareStore, type BlobStoreUserName } from '@bridge/blobs';
import { randomBytes } from 'node:crypto';
import { makeRoles } from './database-roles.ts';
import { SERVICE_CREDENTIALS, settingsOf } from './service-credentials.ts';
import type { S3Server, TestServer } from './servers/test-server.ts';

/** Name of a process that receives credentials when each service runs in its own processes. */
export type SplitProcessName = keyof typeof SERVICE_CREDENTIALS;

/**
 * Creates a database role and an S3 user for each process. Returns a function that makes the settings of a process: with its
 * own credentials only, so that tests notice a missing privilege.
 */
export async function makeIdentities(servers: {
  readonly postgres: TestServer;
  readonly s3: S3Server;
}): Promise<
  (
    who: SplitProcessName,
    common: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>>
> {
  const roles = await makeRoles(servers.postgres.url);
  const secrets = new Map<BlobStoreUserName, string>(
    BLOB_USERS.map((user) => [user, randomBytes(16).toString('hex')]),
  );
  const { bucket, accessKey, secretKey, url } = servers.s3;
  const store = { url: `s3+${url}/${bucket}`, accessKey, secretKey, region: 'us-east-1' };
  await prepareStore(store, Object.fromEntries(secrets));
  const databases: Readonly<Partial<Record<SplitProcessName, string>>> = {
    gateway: roles.gateway,
    worlds: roles.worlds,
    builder: roles.builder,
    account: roles.account,
    ctl: roles.app,
    migrate: roles.owner,
  };
  return (who, common) => {
    const own: Record<string, string> = { ...common, BRIDGE_BLOBS: store.url };
    const database = databases[who];
    if (database !== undefined) own['BRIDGE_DB'] = database;
    const user = BLOB_USERS.find((one) => one === who);
    const secret = user === undefined ? undefined : secrets.get(user);
    if (user !== undefined && secret !== undefined) {
      own['BRIDGE_S3_KEY'] = accessKeyOf(user);
      own['BRIDGE_S3_SECRET'] = secret;
    }
    return settingsOf(who, own);
  };
}
