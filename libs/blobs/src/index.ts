export { accessKeyOf, BLOB_USERS, type BlobStoreUserName } from './access/blob-access.ts';
export { prepareStore } from './access/prepare-store.ts';
export type { BlobListEntry, BlobReadStream, BlobStore, TransferableBytes } from './blob-store.ts';
export {
  bodyOf,
  newObject,
  putBody,
  putObject,
  readBody,
  streamBody,
  verifyObject,
  type TextObjectFolder,
} from './body-ref.ts';
export {
  HIGH_WATER,
  readHighWater,
  storeTime,
  writeHighWater,
  type DatabaseHighWaterMark,
} from './high-water.ts';
export { emptyTrash, moveToTrash, restoreFromTrash, trashPages } from './trash.ts';
export { openFsStore } from './drivers/fs.ts';
export { openS3Store } from './drivers/open-s3.ts';
export { blobsModule, openBlobs, type BlobStoreProcessKind } from './open-blobs.ts';
export { missingContent, sha256Of } from './sha256.ts';
export { measureBody, type HashedText } from './text-body.ts';
