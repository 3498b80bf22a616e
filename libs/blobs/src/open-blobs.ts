import {
  errorCodeOf,
  ProgramStartError,
  type CommonModuleDeps,
  type ProcessModule,
} from '@bridge/kernel';
import { join } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { openFsStore } from './drivers/fs.ts';
import { openS3Store } from './drivers/open-s3.ts';

/** Kind of this process: the whole product (`all-in-one`), one `service`, or a `tool` that runs one command. */
export type BlobStoreProcessKind = 'all-in-one' | 'service' | 'tool';

function shared(reason: string): ProgramStartError {
  return new ProgramStartError(
    `BRIDGE_BLOBS is ${reason}: a service of its own needs a shared store, as s3+https://host/bucket.`,
  );
}

/** Opens the blob store of BRIDGE_BLOBS: `file:<folder>` or `s3+http(s)://host/bucket`. */
export async function openBlobs(
  wiring: BlobStoreProcessKind,
  { settings, ids, clock }: Pick<CommonModuleDeps, 'settings' | 'ids' | 'clock'>,
): Promise<BlobStore> {
  const where = settings.BRIDGE_BLOBS;
  if (where === undefined && wiring === 'service') throw shared('not set');
  const url = where ?? `file:${join(settings.BRIDGE_DATA, 'blobs')}`;
  if (url.startsWith('file:')) {
    if (wiring === 'service') throw shared('a folder');
    return openFsStore(url.slice('file:'.length), { ids, clock });
  }
  const {
    BRIDGE_S3_KEY: accessKey,
    BRIDGE_S3_SECRET: secretKey,
    BRIDGE_S3_REGION: region,
  } = settings;
  if (accessKey === undefined || secretKey === undefined) {
    throw new ProgramStartError(
      'BRIDGE_S3_KEY and BRIDGE_S3_SECRET must be set for the S3 store of BRIDGE_BLOBS.',
    );
  }
  return openS3Store({ url, accessKey, secretKey, region });
}

/** Makes the module `blobs`, which opens the blob store of a process. */
export function blobsModule(
  wiring: BlobStoreProcessKind,
): ProcessModule<'blobs', BlobStore, object> {
  return {
    name: 'blobs',
    needs: [],
    open: async (base) => {
      const store = await openBlobs(wiring, base);
      return {
        value: store,
        ready: () =>
          store.check().then(
            () => ({ ok: true }),
            ({ cause }: Error) => ({
              ok: false,
              note: `waits for the blob store (${errorCodeOf(cause) || 'unknown reason'})`,
            }),
          ),
        close: () => store.close(),
      };
    },
  };
}
