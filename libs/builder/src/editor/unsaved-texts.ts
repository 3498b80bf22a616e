import type { BodyReference } from '@bridge/contracts';
import { bodyRefOf, type StoredHtmlColumns, type StoredTextColumns } from '../stored-text.ts';
import type { UnsavedEditsRow } from './unsaved.store.ts';

/** Returns the HTML of unsaved edits; null when the HTML was not edited. */
export function editedHtml(row: UnsavedEditsRow): StoredHtmlColumns | null {
  const { bytes, chars, sha256, newline, inline, object } = row;
  if (bytes === null || chars === null || sha256 === null || newline === null) return null;
  return { bytes, chars, sha256, newline, inline, object };
}

/** Returns the layers of unsaved edits (named pieces of HTML, CSS or text); null when the layers were not edited. */
export function editedLayers(row: UnsavedEditsRow): StoredTextColumns | null {
  const { layers_bytes: bytes, layers_chars: chars, layers_sha256: sha256 } = row;
  if (bytes === null || chars === null || sha256 === null) return null;
  return { bytes, chars, sha256, inline: row.layers_inline, object: row.layers_object };
}

/** Returns body references to the edited HTML and layers. A part that was not edited is absent. */
export function editedBodies(row: UnsavedEditsRow): {
  readonly raw_html?: BodyReference;
  readonly layers?: BodyReference;
} {
  const [html, layers] = [editedHtml(row), editedLayers(row)];
  return {
    ...(html === null ? {} : { raw_html: bodyRefOf(html) }),
    // Layers are stored as compact JSON, which contains no line ends.
    ...(layers === null ? {} : { layers: bodyRefOf({ ...layers, newline: 'none' }) }),
  };
}
