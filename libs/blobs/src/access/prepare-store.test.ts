import { describeWith, server, type S3Server } from '@bridge/testing';
import { expect, test } from 'vitest';
import type { BlobStore } from '../blob-store.ts';
import { openS3Store } from '../drivers/open-s3.ts';
import { storeTime, writeHighWater } from '../high-water.ts';
import { emptyTrash, moveToTrash, restoreFromTrash } from '../trash.ts';
import { sha256Of } from '../sha256.ts';
import {
  accessKeyOf,
  BLOB_ACCESS,
  BLOB_USERS,
  type BlobStoreUserName,
  type BlobOperation,
} from './blob-access.ts';
import { prepareStore } from './prepare-store.ts';

const FOLDERS = ['body', 'ingest', 'snap', 'trash', 'cell', 'surf', 'elsewhere'];
const TEXT = Buffer.from('stored');
const REFUSED = { code: 'service_unavailable', details: { part: 'blob store' } };

/** An S3 store with a bucket, and one blob store per user that connects with this user's credentials. */
interface PreparedS3Store {
  readonly s3: S3Server;
  readonly root: BlobStore;
  readonly stores: ReadonlyMap<BlobStoreUserName, BlobStore>;
}

const secretOf = (user: BlobStoreUserName, round = 2) => `secret<&>${user}${round}`;
const optionsOf = ({ url, bucket }: S3Server, accessKey: string, secretKey: string) => ({
  url: `s3+${url}/${bucket}`,
  accessKey,
  secretKey,
  region: 'us-east-1',
});

async function open(): Promise<PreparedS3Store> {
  const s3 = await server('s3', { own: true });
  const asRoot = optionsOf(s3, s3.accessKey, s3.secretKey);
  // The second round replaces the secrets of the first one.
  for (const round of [1, 2])
    await prepareStore(
      asRoot,
      Object.fromEntries(BLOB_USERS.map((user) => [user, secretOf(user, round)])),
    );
  const stores = new Map<BlobStoreUserName, BlobStore>();
  for (const user of BLOB_USERS)
    stores.set(user, await openS3Store(optionsOf(s3, accessKeyOf(user), secretOf(user))));
  const root = await openS3Store(asRoot);
  const sha256 = await sha256Of(TEXT);
  for (const folder of FOLDERS) await root.put(`${folder}/there`, TEXT, sha256);
  return { s3, root, stores };
}

describeWith(
  'an S3 store with a user for each service',
  open,
  async ({ s3, root, stores }) => {
    for (const store of [root, ...stores.values()]) await store.close();
    await s3.stop();
  },
  (opened) => {
    const store = (user: BlobStoreUserName): BlobStore => {
      const found = opened().stores.get(user);
      if (found === undefined) throw new Error(user);
      return found;
    };
    const attempts: Readonly<
      Record<BlobOperation, (user: BlobStoreUserName, folder: string) => Promise<unknown>>
    > = {
      get: async (user, folder) => store(user).get(`${folder}/there`, await sha256Of(TEXT)),
      put: async (user, folder) =>
        store(user).put(`${folder}/by-${user}`, TEXT, await sha256Of(TEXT)),
      delete: (user, folder) => store(user).delete(`${folder}/none`),
    };

    // Verifies: storage.roles-store.
    test.each(
      BLOB_USERS.flatMap((user) =>
        FOLDERS.flatMap((folder) =>
          (['get', 'put', 'delete'] as const).map((verb) => {
            const allowed = BLOB_ACCESS[user][folder]?.includes(verb) === true;
            return [user, allowed ? 'may' : 'may not', verb, folder, allowed] as const;
          }),
        ),
      ),
    )('%s %s %s in %s/', async (user, _may, verb, folder, allowed) => {
      if (allowed) await attempts[verb](user, folder);
      else await expect(attempts[verb](user, folder)).rejects.toMatchObject(REFUSED);
    });

    test('the sweeps of builder and publisher, and the command that brings objects back, work with their users', async () => {
      const sha256 = await sha256Of(TEXT);
      await writeHighWater(store('builder'), {
        cell: 'c',
        mark: 1,
        next_page_id: 1,
        at: '2026-01-01',
      });
      const keys = ['body/swept', 'ingest/swept', 'snap/swept'];
      for (const key of keys) await opened().root.put(key, TEXT, sha256);
      const [bodies, snaps] = [keys.slice(0, 2), keys.slice(2)];
      const now = await storeTime(store('publisher'));
      expect(now).toBe(await storeTime(store('builder')));
      expect(await moveToTrash(store('builder'), bodies, now ?? 0)).toBe(2);
      expect(await moveToTrash(store('publisher'), snaps, now ?? 0)).toBe(1);
      expect(
        await restoreFromTrash(
          store('ctl'),
          async (page) => new Set(page.filter((key) => keys.includes(key))),
        ),
      ).toBe(3);
      for (const key of keys) expect(await opened().root.stat(key)).not.toBeNull();
      expect(await moveToTrash(store('builder'), bodies, now ?? 0)).toBe(2);
      const later = (now ?? 0) + 8 * 24 * 60 * 60 * 1_000;
      expect((await emptyTrash(store('builder'), later, 7)).removed).toBe(2);
    });

    test('each user can check the store and gets a missing object reported as missing', async () => {
      for (const user of BLOB_USERS) {
        await store(user).check();
        const [folder = ''] = Object.keys(BLOB_ACCESS[user]);
        expect(await store(user).stat(`${folder}/missing`)).toBeNull();
      }
    });

    // Verifies: storage.roles-store.
    test('after a change of its secret a user is refused with the old one', async () => {
      const before = await openS3Store(
        optionsOf(opened().s3, accessKeyOf('gateway'), secretOf('gateway', 1)),
      );
      await expect(before.check()).rejects.toMatchObject(REFUSED);
      await before.close();
    });
  },
);
