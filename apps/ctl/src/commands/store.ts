import { accessKeyOf, BLOB_USERS, prepareStore, type BlobStoreUserName } from '@bridge/blobs';
import { CommandUsageError, type CtlCommand } from '../command.ts';

/** `ctl store prepare`: creates the bucket of an S3 blob store, a user for each service, and the policy with their rights. */
export const storePrepare: CtlCommand = {
  name: 'store prepare',
  about:
    'Makes the bucket of an S3 store, a user for each service (BRIDGE_S3_USERS), and the policy that allows each what it needs.',
  run: async ({ settings }) => {
    const { BRIDGE_BLOBS: url, BRIDGE_S3_KEY: accessKey, BRIDGE_S3_SECRET: secretKey } = settings;
    if (url?.startsWith('s3+') !== true || accessKey === undefined || secretKey === undefined)
      throw new CommandUsageError(
        'store prepare needs BRIDGE_BLOBS as s3+https://host/bucket, and the root’s BRIDGE_S3_KEY and BRIDGE_S3_SECRET.',
      );
    const secrets = secretsOf(settings.BRIDGE_S3_USERS ?? '');
    const region = settings.BRIDGE_S3_REGION;
    await prepareStore({ url, accessKey, secretKey, region }, secrets);
    const made = BLOB_USERS.filter((user) => secrets[user] !== undefined).map(accessKeyOf);
    const users = made.length === 0 ? 'no user' : made.join(', ');
    return {
      json: { ok: true, users: made },
      text: `The bucket and its policy are in place; users made or changed: ${users}.`,
    };
  },
};

/** Parses BRIDGE_S3_USERS, `service=secret,service=secret`. Throws CommandUsageError for another form or service. */
function secretsOf(text: string): Readonly<Partial<Record<BlobStoreUserName, string>>> {
  const secrets: Partial<Record<BlobStoreUserName, string>> = {};
  for (const part of text.split(',').filter((one) => one !== '')) {
    const [, name, secret] = /^([a-z]+)=(\S+)$/.exec(part) ?? [];
    const user = BLOB_USERS.find((one) => one === name);
    if (user === undefined || secret === undefined)
      throw new CommandUsageError(
        `BRIDGE_S3_USERS is service=secret,service=secret; services are ${BLOB_USERS.join(', ')}.`,
      );
    secrets[user] = secret;
  }
  return secrets;
}
