import type { BodyReference, LineEndingKind } from '@bridge/contracts';

/** A text as database columns: sizes, hash, and either the bytes or the name of a blob-store object. */
export interface StoredTextColumns {
  readonly bytes: number;
  readonly chars: number;
  readonly sha256: string;
  readonly inline: Buffer | null;
  readonly object: string | null;
}

/** The HTML of a revision as database columns, with its kind of line ends. */
export type StoredHtmlColumns = StoredTextColumns & { readonly newline: LineEndingKind };

/** Converts a body reference (hash, size, and either the bytes or the name of a blob-store object) to database columns. */
export function storedText(ref: BodyReference): StoredTextColumns {
  const { bytes, chars, sha256 } = ref;
  const facts = { bytes, chars, sha256 };
  return 'inline' in ref
    ? { ...facts, inline: Buffer.from(ref.inline, 'base64'), object: null }
    : { ...facts, inline: null, object: ref.object };
}

/**
 * Converts database columns to a body reference. Not for a revision whose texts were removed (pruned): its `inline` and
 * `object` are both null.
 */
export function bodyRefOf(text: StoredTextColumns & Pick<BodyReference, 'newline'>): BodyReference {
  const { bytes, chars, sha256, newline } = text;
  const facts = { bytes, chars, sha256, newline };
  return text.object === null
    ? { ...facts, inline: (text.inline ?? Buffer.of()).toString('base64') }
    : { ...facts, object: text.object };
}
