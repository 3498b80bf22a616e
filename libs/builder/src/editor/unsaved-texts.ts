import type { BodyRef } from '@bridge/contracts';
import type { StoredHtml } from '../revision.store.ts';
import { bodyRefOf, type StoredText } from '../stored-text.ts';
import type { UnsavedRow } from './unsaved.store.ts';

/** The HTML of unsaved edits; null when it was not edited. */
export function editedHtml(row: UnsavedRow): StoredHtml | null {
  const { bytes, chars, sha256, newline, inline, object } = row;
  if (bytes === null || chars === null || sha256 === null || newline === null) return null;
  return { bytes, chars, sha256, newline, inline, object };
}

/** The layers of unsaved edits; null when they were not edited. */
export function editedLayers(row: UnsavedRow): StoredText | null {
  const { layers_bytes: bytes, layers_chars: chars, layers_sha256: sha256 } = row;
  if (bytes === null || chars === null || sha256 === null) return null;
  return { bytes, chars, sha256, inline: row.layers_inline, object: row.layers_object };
}

/** The body references of those texts that were edited. */
export function editedBodies(row: UnsavedRow): {
  readonly raw_html?: BodyRef;
  readonly layers?: BodyRef;
} {
  const [html, layers] = [editedHtml(row), editedLayers(row)];
  return {
    ...(html === null ? {} : { raw_html: bodyRefOf(html) }),
    // JSON text is written without white space.
    ...(layers === null ? {} : { layers: bodyRefOf({ ...layers, newline: 'none' }) }),
  };
}
