import {
  LIMITS,
  type BUILDER,
  type PublicSnapshot,
  type StoredObjectReference,
} from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import type { BuilderDeps } from '../deps.ts';
import { findPurged } from '../delete/purge.store.ts';
import { findLive, listSnapshots, type SnapshotRow } from '../public.store.ts';
import { listWorldPages } from '../worlds/world-lists.store.ts';

const SNAPSHOTS_MAX = 100;

function storedObjectOf(
  object: string | null,
  bytes: number | null,
  sha256: string | null,
): StoredObjectReference | null {
  return object === null || bytes === null || sha256 === null ? null : { object, bytes, sha256 };
}

function publicSnapshotOf(row: SnapshotRow): PublicSnapshot {
  const archive = storedObjectOf(row.archive_object, row.archive_bytes, row.archive_sha256);
  return {
    snapshot_id: row.snapshot_id,
    revision: row.revision,
    title: row.title,
    word: row.word,
    published_at: row.published_at.toISOString(),
    publication_mode: row.publication_mode,
    offline_ready: row.offline_ready,
    external_form: row.external_form,
    page: { object: row.page_object, bytes: row.page_bytes, sha256: row.page_sha256 },
    variants: {
      br: storedObjectOf(row.br_object, row.br_bytes, row.br_sha256),
      gzip: storedObjectOf(row.gzip_object, row.gzip_bytes, row.gzip_sha256),
    },
    archive: archive === null ? null : { ...archive, filename: row.archive_filename ?? '' },
  };
}

/**
 * Returns the public state of a website. A website without a publication, a private website and an unknown id all have the
 * state `none`.
 */
export function live({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.live> {
  return async ({ page_id }) => {
    const row = await findLive(db, page_id);
    if (row === undefined) {
      const purged = await findPurged(db, page_id);
      return purged === undefined
        ? { state: 'none', version: 0 }
        : { state: 'gone', version: purged };
    }
    const { version, visibility } = row;
    // Private is checked first: the state `gone` or `suspended` would reveal that the private website exists or existed.
    if (visibility === 'private') return { state: 'none', version };
    if (row.gone) return { state: 'gone', version };
    if (row.suspended) return { state: 'suspended', version };
    return {
      state: 'live',
      version,
      page_id,
      visibility,
      word: row.live_word,
      off_world: row.off_world,
      snapshot: publicSnapshotOf(row),
    };
  };
}

/**
 * Lists the snapshots (results of publications) of a public or unlisted website; with `snapshot_id` only that one. For any
 * other website the list is empty.
 */
export function snapshots({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.snapshots> {
  return async ({ page_id, snapshot_id }) => {
    const row = await findLive(db, page_id);
    if (row === undefined) return { version: 0, visibility: null, suspended: false, snapshots: [] };
    const { version, visibility, suspended } = row;
    const shown =
      row.gone || suspended || visibility === 'private'
        ? []
        : await listSnapshots(db, page_id, snapshot_id, SNAPSHOTS_MAX);
    return { version, visibility, suspended, snapshots: shown.map(publicSnapshotOf) };
  };
}

/**
 * Lists the public websites of a World (public identity), newest publication first. Websites of accounts that may no longer
 * publish in the World are omitted. Spec: worlds.left-websites.
 */
export function worldPages({ db }: BuilderDeps): ServiceCallHandler<typeof BUILDER.worldPages> {
  return async ({ word }) => {
    const rows = await listWorldPages(db, word, LIMITS.worldWebsitesMax);
    return {
      pages: rows.map(({ published_at, ...row }) => ({
        ...row,
        published_at: published_at.toISOString(),
      })),
    };
  };
}
