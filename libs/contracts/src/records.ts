import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { isoTime, keyId, pageId, sha256Hex, url, word } from './common.ts';

/**
 * Rights of an account in a World. The effective rights are those that the role, the scopes of the key and the Worlds
 * of the key all allow.
 */
export const WORLD_PERMISSIONS = [
  'page.create',
  'page.attach',
  'page.publish',
  'world.manage',
] as const;
/** Schema of one World right. */
export const worldPermission = z.enum(WORLD_PERMISSIONS);
export type WorldPermission = z.infer<typeof worldPermission>;
/** Role of an account in a World; a viewer reads the member list only. */
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

/**
 * Mode of a publication: `portable` requires nothing from another host and has an archive; `online` keeps its
 * dependencies.
 */
export const publicationMode = z.enum(['portable', 'online']);
/** Visibility of a published website: readable by no visitor, by visitors with its address, or listed for all. */
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

/** A website without its HTML, as every change returns it. Spec: drafts.record. */
export const websiteRecord = z.strictObject({
  page_id: pageId,
  title: z.string(),
  word,
  kind: z.enum(['single', 'project']),
  state: z.enum(['draft', 'published']),
  visibility,
  /**
   * True when the owner made the website private. A result that an older release stored lacks this member and `listed`.
   */
  visibility_locked: z.boolean().default(false),
  /** False when the owner excludes the website from public overviews. */
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
  /** Actor that made the current revision: the id of a key, or `owner`. */
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
/** Line endings of a text. */
export const newline = z.enum(['lf', 'crlf', 'mixed', 'none']);
/** Line endings of a text. */
export type Newline = z.infer<typeof newline>;

/**
 * A finding about a publication: an address that it depends on or a part that it lacks, with the place.
 * Spec: publishing.warnings.
 */
export const publicationWarning = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  /** The address as a browser resolves it. */
  url: z.string().optional(),
  /** The address as the page writes it, where that differs from `url`. */
  written: z.string().optional(),
  element: z.string().optional(),
  /** Line of the first place of the finding. */
  line: z.int().positive().optional(),
  column: z.int().positive().optional(),
  /** Lines and columns of the first places of the finding. */
  places: z
    .array(z.strictObject({ line: z.int().positive(), column: z.int().positive() }))
    .max(LIMITS.warningPlacesMax)
    .optional(),
  /** Number of places of the finding. */
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

/** One hit of the archive of culture: quoted material of others, whose availability and rights were not checked. */
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
  /** Number of near-duplicates that this hit represents. */
  similar: z.int().nonnegative(),
});

/** An agent key as its owner receives it; only the answer that creates the key contains the secret. */
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
  /** Approximate number of uses: it is counted in steps, never during a request. */
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
