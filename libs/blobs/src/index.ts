export {
  accessKeyOf,
  BLOB_ACCESS,
  BLOB_USERS,
  bucketPolicy,
  type BlobUser,
  type BlobVerb,
} from './access/blob-access.ts';
export { prepareStore } from './access/prepare-store.ts';
export type {
  BlobEntry,
  BlobRead,
  BlobStat,
  BlobStore,
  Bytes,
  ByteSource,
  StoredStream,
} from './blob-store.ts';
export {
  bodyOf,
  newObject,
  putBody,
  putObject,
  readBody,
  streamBody,
  verifyObject,
  type BodyFolder,
} from './body-ref.ts';
export {
  HIGH_WATER,
  readHighWater,
  storeTime,
  writeHighWater,
  type HighWaterMark,
} from './high-water.ts';
export { emptyTrash, moveToTrash, restoreFromTrash, trashPages } from './trash.ts';
export { openFsStore } from './drivers/fs.ts';
export { openS3Store, type S3Options } from './drivers/open-s3.ts';
export { blobsModule, openBlobs, type Wiring } from './open-blobs.ts';
export { missing, sha256Of, VerifyingStream } from './sha256.ts';
export { measureBody, type TextBody } from './text-body.ts';
