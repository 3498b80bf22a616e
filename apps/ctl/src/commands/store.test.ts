import { accessKeyOf, BLOB_USERS, openS3Store } from '@bridge/blobs';
import { describeWith, runCommand, server } from '@bridge/testing';
import { expect, test } from 'vitest';

const USERS = BLOB_USERS.map((user) => `${user}=secret-${user}`).join(',');

describeWith(
  'ctl store prepare',
  () => server('s3', { own: true }),
  (s3) => s3.stop(),
  (opened) => {
    test('makes the bucket, the users and the policy, and may run again', async () => {
      const { settings, url, bucket } = opened();
      const env = { ...settings, BRIDGE_S3_USERS: USERS };
      const first = await runCommand(['store', 'prepare', '--json'], env);
      expect(JSON.parse(first.stdout)).toEqual({ ok: true, users: BLOB_USERS.map(accessKeyOf) });
      await runCommand(['store', 'prepare'], env);
      const sites = await openS3Store({
        url: `s3+${url}/${bucket}`,
        accessKey: accessKeyOf('sites'),
        secretKey: 'secret-sites',
        region: 'us-east-1',
      });
      await sites.check();
      await sites.close();
    });

    test.each(['gateway', 'gateway=', 'stranger=secret'])(
      'refuses the users %j with what they should be',
      async (users) => {
        const env = { ...opened().settings, BRIDGE_S3_USERS: users };
        await expect(runCommand(['store', 'prepare'], env)).rejects.toThrow(
          'BRIDGE_S3_USERS is service=secret,service=secret',
        );
      },
    );
  },
);
