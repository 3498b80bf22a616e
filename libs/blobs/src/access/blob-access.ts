/** A right of a service on the objects of a folder. */
export type BlobVerb = 'get' | 'put' | 'delete';

/** Names of the users of the object store: the services that use it, and the operator's commands. */
export const BLOB_USERS = ['gateway', 'builder', 'publisher', 'surf', 'sites', 'ctl'] as const;
/** Name of a user of the object store. */
export type BlobUser = (typeof BLOB_USERS)[number];

/**
 * The rights of each user by folder of the bucket; all others are refused. `body/` and `ingest/` contain texts of
 * clients, `snap/` published objects, `trash/` swept objects, `cell/` the high-water mark, `surf/` the versions of the
 * archive of culture: finished indexes and the pointer `surf/current`. Spec: storage.roles-store. ADR 018, ADR 029.
 */
export const BLOB_ACCESS: Readonly<
  Record<BlobUser, Readonly<Record<string, readonly BlobVerb[]>>>
> = {
  gateway: { body: ['get', 'put'], ingest: ['get', 'put'] },
  // Builder's sweeps move unnamed objects into the trash and empty it.
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
    // Builder's sweep compares ages with the store's own time, which is the time of the mark's last write.
    cell: ['get'],
  },
  // Surf writes the pointer only; the service already decides the results of every search.
  surf: { surf: ['get', 'put'] },
  // Sites reads drafts for previews only.
  sites: { snap: ['get'], body: ['get'] },
  // `ctl adopt` moves objects out of the trash.
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

/** Returns the access key of a service at the object store. */
export function accessKeyOf(user: BlobUser): string {
  return `bridge-${user}`;
}

/**
 * Returns the bucket policy that allows each user exactly its verbs in its folders, and to list the names of objects.
 */
export function bucketPolicy(bucket: string): string {
  const resource = `arn:aws:s3:::${bucket}`;
  // Folders with the same rights share a statement, because stores limit a policy to a few KiB (versitygw: 4).
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
  // Without the right to list, a missing object looks like a forbidden one. Keys are random or hashes, so a list reveals nothing.
  const list = {
    Sid: 'list',
    Effect: 'Allow',
    Principal: { AWS: BLOB_USERS.map(accessKeyOf) },
    Action: ['s3:ListBucket'],
    Resource: [resource],
  };
  return JSON.stringify({ Version: '2012-10-17', Statement: [...folders, list] });
}
