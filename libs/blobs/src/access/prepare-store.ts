import { errorCodeOf, ProgramStartError } from '@bridge/kernel';
import { buffer } from 'node:stream/consumers';
import type { Client } from 'minio';
import { openS3Client, type S3Options } from '../drivers/open-s3.ts';
import { accessKeyOf, BLOB_USERS, bucketPolicy, type BlobStoreUserName } from './blob-access.ts';

const EXISTS = 'XAdminUserExists';
/** Error codes of S3 stores that lack versitygw’s admin calls for creating users. */
const NO_USERS = new Set(['NotImplemented', 'MethodNotAllowed', 'InvalidRequest']);

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** Sends one admin call of versitygw, signed like an S3 request. */
async function administer(client: Client, path: string, query: string, xml: string): Promise<void> {
  const request = { method: 'PATCH', bucketName: path, query };
  await buffer(await client.makeRequestAsync(request, xml, [200, 201]));
}

async function makeUser(client: Client, user: BlobStoreUserName, secret: string): Promise<void> {
  const [key, hidden] = [accessKeyOf(user), escapeXml(secret)];
  try {
    const ids = '<UserID>0</UserID><GroupID>0</GroupID><ProjectID>0</ProjectID>';
    const account = `<Account><Access>${key}</Access><Secret>${hidden}</Secret><Role>user</Role>${ids}</Account>`;
    await administer(client, 'create-user', '', account);
  } catch (error) {
    if (NO_USERS.has(errorCodeOf(error)))
      throw new ProgramStartError(
        `The object store makes no users by this command: make ${BLOB_USERS.map(accessKeyOf).join(', ')} there, and run it without BRIDGE_S3_USERS.`,
        { cause: error },
      );
    if (errorCodeOf(error) !== EXISTS) throw error;
    const secretOnly = `<MutableProps><Secret>${hidden}</Secret></MutableProps>`;
    await administer(client, 'update-user', `access=${key}`, secretOnly);
  }
}

/**
 * Creates the bucket, a user for each entry of `secrets` (only versitygw supports this) and the bucket policy. A repeated run
 * replaces the secrets. `options` contain the credentials of the root user.
 */
export async function prepareStore(
  options: S3Options,
  secrets: Readonly<Partial<Record<BlobStoreUserName, string>>>,
): Promise<void> {
  const { client, bucket, agent } = await openS3Client(options);
  try {
    if (!(await client.bucketExists(bucket))) await client.makeBucket(bucket);
    for (const user of BLOB_USERS) {
      const secret = secrets[user];
      if (secret !== undefined) await makeUser(client, user, secret);
    }
    await client.setBucketPolicy(bucket, bucketPolicy(bucket));
  } finally {
    agent.destroy();
  }
}
