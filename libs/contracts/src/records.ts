import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { isoTime, keyId, pageId, sha256Hex, url, word } from './common.ts';

/** Rights that an account can have in a World (a public identity); the scopes and Worlds of its key may restrict them. */
export const WORLD_PERMISSIONS = [
  'page.create',
  'page.attach',
  'page.publish',
  'world.manage',
] as const;
/** Schema of one right of an account in a World (a public identity). */
export const worldPermission = z.enum(WORLD_PERMISSIONS);
/** A right of an account in a World (a public identity), such as `page.publish`. */
export type WorldPermission = z.infer<typeof worldPermission>;
/** Schema of an account’s role in a World (a public identity). A viewer may only read the World and its list of members. */
export const worldRole = z.enum(['founder', 'contributor', 'viewer']);
/** Role of an account in a World (a public identity), such as `founder`. */
export type WorldRole = z.infer<typeof worldRole>;

/** Schema of a World (a public identity with websites) as its founder and contributors see it. Spec: worlds.record. */
export const worldRecord = z.strictObject({
  word,
  title: z.string(),
  world_url: url,
  role: z.enum(['founder', 'contributor']),
  permissions: z.array(worldPermission),
  founded_at: isoTime,
});
/** A World (a public identity with websites) as its founder and contributors see it. */
export type WorldRecord = z.infer<typeof worldRecord>;

/** Schema of a publication's mode: `portable` loads nothing from other hosts, `online` loads resources from them. */
export const publicationMode = z.enum(['portable', 'online']);
/** Visibility of a published website: `private` for no visitor, `unlisted` for visitors with its address, `public` for all. */
export const visibility = z.enum(['private', 'unlisted', 'public']);
/** Which visitors may read a published website. */
export type WebsiteVisibility = z.infer<typeof visibility>;
/** Schema of the id of a snapshot (published state), derived from its content: `sn_` and 26 characters of RFC 4648 base32. */
export const snapshotId = z.string().regex(/^sn_[a-z2-7]{26}$/);

/** Schema of an immutable published state of a website. Spec: publishing.immutable. */
export const snapshotRecord = z.strictObject({
  snapshot_id: snapshotId,
  url,
  revision: z.int().positive(),
  published_at: isoTime,
  publication_mode: publicationMode,
  offline_ready: z.boolean(),
  archive_url: url.nullable(),
});
/** An immutable published state of a website. */
export type SnapshotRecord = z.infer<typeof snapshotRecord>;

/** Schema of a website without its HTML, as every change returns it. Spec: drafts.record. */
export const websiteRecord = z.strictObject({
  page_id: pageId,
  title: z.string(),
  word,
  kind: z.enum(['single', 'project']),
  state: z.enum(['draft', 'published']),
  visibility,
  /** True when the owner made the website private. The default is for results that an older release stored. */
  visibility_locked: z.boolean().default(false),
  /** False when the owner excludes the website from the public overview. */
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
  /** Id of the key that made the current revision, or `owner`. */
  updated_by: z.string(),
});
/** The record of a website without its HTML, as every change returns it. */
export type WebsiteRecord = z.infer<typeof websiteRecord>;

/**
 * Schema of a layer: HTML, CSS or a note that the browser editor stores beside the HTML. A publication appends the visible HTML
 * and CSS layers to the HTML.
 */
export const layer = z.strictObject({
  layer_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 of A-Z a-z 0-9 _ -'),
  name: z.string().max(LIMITS.layerNameCharsMax),
  kind: z.enum(['html', 'css', 'note']),
  order: z.int().nonnegative(),
  visible: z.boolean(),
  content: z.string(),
});
/** HTML, CSS or a note that the browser editor stores beside the HTML of a website. */
export type WebsiteLayer = z.infer<typeof layer>;
/** Schema of a draft's layers (HTML, CSS or notes beside its HTML), at most 200. */
export const layers = z.array(layer).max(LIMITS.layersMax);
/** Schema of the kind of line endings in a text. */
export const newline = z.enum(['lf', 'crlf', 'mixed', 'none']);
/** The kind of line endings in a text. */
export type LineEndingKind = z.infer<typeof newline>;

/** Schema of a warning about a publication, such as a URL that the page depends on. Spec: publishing.warnings. */
export const publicationWarning = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  /** The URL as a browser resolves it. */
  url: z.string().optional(),
  /** The URL as written in the page, when it differs from `url`. */
  written: z.string().optional(),
  element: z.string().optional(),
  /** Line of the first position of this warning. */
  line: z.int().positive().optional(),
  column: z.int().positive().optional(),
  /** Lines and columns of the first positions of this warning. */
  places: z
    .array(z.strictObject({ line: z.int().positive(), column: z.int().positive() }))
    .max(LIMITS.warningPlacesMax)
    .optional(),
  /** Total number of positions of this warning; `places` may list fewer. */
  count: z.int().positive(),
});
/** A warning about a publication, such as a URL that the page depends on, with its positions. */
export type PublicationWarning = z.infer<typeof publicationWarning>;

/** Schema of the downloadable zip file of a portable publication. */
export const archiveRecord = z.strictObject({
  url,
  bytes: z.int().positive(),
  sha256: sha256Hex,
  filename: z.string(),
  media_type: z.literal('application/zip'),
});
/** The downloadable zip file of a portable publication. */
export type PublicationZipFile = z.infer<typeof archiveRecord>;

/** Schema of one search result: a work in the archive of culture. Its texts are quoted and its rights are unverified. */
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
  /** Number of near-duplicate records that this hit also represents; they are not listed as hits. */
  similar: z.int().nonnegative(),
});

/** Schema of an agent key as its owner sees it, without its secret. */
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
  /** Number of calls with this key. It is approximate, because the counter is updated in batches. */
  use_count: z.int().nonnegative(),
  revoked_at: isoTime.nullable(),
  rotated_from: keyId.nullable(),
  /** True when this key may read the whole journal (audit log) of the account. */
  audit_all: z.boolean(),
  limits: z.record(z.string(), z.string()),
});
/** An agent key as its owner sees it, without its secret. */
export type KeyRecord = z.infer<typeof keyRecord>;

/** Schema of a reference to an immutable object in the blob store. */
export const storedObject = z.object({
  object: z.string(),
  bytes: z.int().nonnegative(),
  sha256: sha256Hex,
});
/** Name, size in bytes and SHA-256 of an immutable object in the blob store. */
export type StoredObjectReference = z.infer<typeof storedObject>;
