/** An operation on objects that a service is permitted to do in a folder of the blob store. */
export type BlobOperation = 'get' | 'put' | 'delete';

/** Names of the users of the S3 store: the services that use it, and the operator's tool `ctl`. */
export const BLOB_USERS = ['gateway', 'builder', 'publisher', 'surf', 'sites', 'ctl'] as const;
/** Name of a user of the S3 store. */
export type BlobStoreUserName = (typeof BLOB_USERS)[number];

/**
 * The permitted operations of each user per folder of the bucket. `body/` and `ingest/` contain texts of clients, `snap/`
 * publications, `trash/` removed objects, `cell/` the high-water mark (progress of the database), `surf/` the indexes of the
 * searchable archive. Spec: storage.roles-store. ADR 018, 029.
 */
export const BLOB_ACCESS: Readonly<
  Record<BlobStoreUserName, Readonly<Record<string, readonly BlobOperation[]>>>
> = {
  gateway: { body: ['get', 'put'], ingest: ['get', 'put'] },
  // The clean-up tasks of the service builder move unused objects into the trash and delete them there later.
  builder: {
    body: ['get', 'put', 'delete'],
    ingest: ['get', 'put', 'delete'],
    trash: ['get', 'put', 'delete'],
    cell: ['get', 'put'],
  },
  publisher: {
    body: ['get'],
    snap: ['get', 'put', 'delete'],
    trash: ['get', 'put', 'delete'],
    // The clean-up task of publisher reads the write time of the object `cell/high-water` as the current time of the store.
    cell: ['get'],
  },
  // The service surf writes only the pointer to the current index; the tool `ctl` writes the indexes themselves.
  surf: { surf: ['get', 'put'] },
  // The service sites reads `body/` for previews of drafts.
  sites: { snap: ['get'], body: ['get'] },
  // The command `ctl adopt` moves the objects that a restored database refers to out of the trash again.
  ctl: {
    body: ['get', 'put'],
    ingest: ['get', 'put'],
    snap: ['get', 'put'],
    trash: ['get', 'put', 'delete'],
    cell: ['get', 'put'],
    surf: ['get', 'put', 'delete'],
  },
};

const ACTIONS = { get: 's3:GetObject', put: 's3:PutObject', delete: 's3:DeleteObject' } as const;

/** Returns the access key id with which a service signs in to the S3 store. */
export function accessKeyOf(user: BlobStoreUserName): string {
  return `bridge-${user}`;
}

/** Returns the bucket policy: each user has the rights of BLOB_ACCESS in its folders, and may list all object names. */
export function bucketPolicy(bucket: string): string {
  const resource = `arn:aws:s3:::${bucket}`;
  // Folders with equal rights share a statement, because stores limit the size of a policy (versitygw: 4 KiB).
  const folders = BLOB_USERS.flatMap((user) =>
    [...Map.groupBy(Object.entries(BLOB_ACCESS[user]), ([, verbs]) => verbs.join('-'))].map(
      ([verbs, own]) => ({
        Sid: `${user}-${verbs}`,
        Effect: 'Allow',
        Principal: { AWS: [accessKeyOf(user)] },
        Action: (own[0]?.[1] ?? []).map((verb) => ACTIONS[verb]),
        Resource: own.map(([folder]) => `${resource}/${folder}/*`),
      }),
    ),
  );
  // Without the right to list, S3 answers “forbidden” for a missing object.
  // Listing reveals nothing, because object names are random or hashes.
  const list = {
    Sid: 'list',
    Effect: 'Allow',
    Principal: { AWS: BLOB_USERS.map(accessKeyOf) },
    Action: ['s3:ListBucket'],
    Resource: [resource],
  };
  return JSON.stringify({ Version: '2012-10-17', Statement: [...folders, list] });
}
