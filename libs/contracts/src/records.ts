import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { isoTime, keyId, pageId, sha256Hex, url, word } from './common.ts';

/** What an account may do in a World; the effective right is role ∩ key scopes ∩ key Worlds. */
export const WORLD_PERMISSIONS = [
  'page.create',
  'page.attach',
  'page.publish',
  'world.manage',
] as const;
/** One of the four permissions. */
export const worldPermission = z.enum(WORLD_PERMISSIONS);
export type WorldPermission = z.infer<typeof worldPermission>;
/** Roles stored per World and account; a viewer sees the member list only. */
export const worldRole = z.enum(['founder', 'contributor', 'viewer']);
export type WorldRole = z.infer<typeof worldRole>;

/** A World as its members see it. Spec: worlds.record. */
export const worldRecord = z.strictObject({
  word,
  title: z.string(),
  world_url: url,
  role: z.enum(['founder', 'contributor']),
  permissions: z.array(worldPermission),
  founded_at: isoTime,
});
export type WorldRecord = z.infer<typeof worldRecord>;

/** `portable` works without anything from elsewhere and has an archive; `online` keeps its dependencies. */
export const publicationMode = z.enum(['portable', 'online']);
/** The readers of a published website: none, visitors with its address, all. */
export const visibility = z.enum(['private', 'unlisted', 'public']);
export type Visibility = z.infer<typeof visibility>;
/** Id of a snapshot, made from its content: `sn_` and 26 characters of RFC 4648 base32 in lower case. */
export const snapshotId = z.string().regex(/^sn_[a-z2-7]{26}$/);

/** An immutable published state of a website. Spec: publishing.immutable. */
export const snapshotRecord = z.strictObject({
  snapshot_id: snapshotId,
  url,
  revision: z.int().positive(),
  published_at: isoTime,
  publication_mode: publicationMode,
  offline_ready: z.boolean(),
  archive_url: url.nullable(),
});
export type SnapshotRecord = z.infer<typeof snapshotRecord>;

/** A website without its HTML: what every write answers. Spec: drafts.record. */
export const websiteRecord = z.strictObject({
  page_id: pageId,
  title: z.string(),
  word,
  kind: z.enum(['single', 'project']),
  state: z.enum(['draft', 'published']),
  visibility,
  /** True when the owner made the website private. A result that an older release stored lacks it, and `listed`. */
  visibility_locked: z.boolean().default(false),
  /** False when the owner leaves the website out of public overviews. */
  listed: z.boolean().default(true),
  draft_revision: z.int().positive(),
  published_revision: z.int().positive().nullable(),
  has_unpublished_changes: z.boolean(),
  chars: z.int().nonnegative(),
  raw_sha256: sha256Hex,
  editor_url: url,
  preview_url: url.nullable(),
  live_url: url.nullable(),
  snapshot: snapshotRecord.nullable(),
  lineage: z.strictObject({
    lineage_id: z.string(),
    origin: z.literal('created'),
    parent: z.null(),
  }),
  created_at: isoTime,
  updated_at: isoTime,
  /** The actor of the current revision: the id of a key, or `owner`. */
  updated_by: z.string(),
});
export type WebsiteRecord = z.infer<typeof websiteRecord>;

/** A layer of the browser editor: stored and returned with the HTML, composed into it when published. */
export const layer = z.strictObject({
  layer_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  name: z.string().max(LIMITS.layerNameCharsMax),
  kind: z.enum(['html', 'css', 'note']),
  order: z.int().nonnegative(),
  visible: z.boolean(),
  content: z.string(),
});
export type Layer = z.infer<typeof layer>;
/** A draft's layers, at most 200. */
export const layers = z.array(layer).max(LIMITS.layersMax);
/** Which line endings a text has. */
export const newline = z.enum(['lf', 'crlf', 'mixed', 'none']);
/** Which line ends a text uses. */
export type Newline = z.infer<typeof newline>;

/** Something a publication depends on or lacks, with its place. Spec: publishing.warnings. */
export const publicationWarning = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  /** The address as a browser reads it. */
  url: z.string().optional(),
  /** The address as the page writes it, where that differs. */
  written: z.string().optional(),
  element: z.string().optional(),
  /** The first place. */
  line: z.int().positive().optional(),
  column: z.int().positive().optional(),
  /** The first places, from the first one on. */
  places: z
    .array(z.strictObject({ line: z.int().positive(), column: z.int().positive() }))
    .max(LIMITS.warningPlacesMax)
    .optional(),
  /** How often it was found. */
  count: z.int().positive(),
});
export type PublicationWarning = z.infer<typeof publicationWarning>;

/** The downloadable zip of a portable publication. */
export const archiveRecord = z.strictObject({
  url,
  bytes: z.int().positive(),
  sha256: sha256Hex,
  filename: z.string(),
  media_type: z.literal('application/zip'),
});
export type ArchiveRecord = z.infer<typeof archiveRecord>;

/** One hit of the archive: quoted material of others, neither its availability nor its rights were checked. */
export const referenceRecord = z.strictObject({
  id: z.string(),
  title: z.string(),
  creator: z.string(),
  date: z.string(),
  medium: z.string(),
  institution: z.string(),
  source: z.string(),
  source_url: z.string(),
  image_url: z.string().nullable(),
  rights: z.strictObject({
    uri: z.string(),
    label: z.string(),
    category: z.enum(['open', 'restricted', 'unknown']),
  }),
  attribution: z.string(),
  availability: z.literal('unverified'),
  rights_verified: z.literal(false),
  /** Near-duplicates that this hit stands for. */
  similar: z.int().nonnegative(),
});

/** An agent key as its owner sees it; the secret is shown once, when it is made. */
export const keyRecord = z.strictObject({
  key_id: keyId,
  name: z.string(),
  start: z.string(),
  last4: z.string(),
  scopes: z.array(z.string()),
  worlds: z.array(word).nullable(),
  status: z.enum(['active', 'expired', 'revoked']),
  created_at: isoTime,
  expires_at: isoTime.nullable(),
  last_used_at: isoTime.nullable(),
  last_used_action: z.string().nullable(),
  /** Approximate: counted in steps, never on the request's path. */
  use_count: z.int().nonnegative(),
  revoked_at: isoTime.nullable(),
  rotated_from: keyId.nullable(),
  /** True when the key may read the journal of the whole account. */
  audit_all: z.boolean(),
  limits: z.record(z.string(), z.string()),
});
export type KeyRecord = z.infer<typeof keyRecord>;

/** An immutable object in the blob store. */
export const storedObject = z.object({
  object: z.string(),
  bytes: z.int().nonnegative(),
  sha256: sha256Hex,
});
/** Name, size in bytes and SHA-256 of an immutable object. */
export type StoredObject = z.infer<typeof storedObject>;
