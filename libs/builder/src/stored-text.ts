import type { BodyRef } from '@bridge/contracts';

/** A text as columns: sizes, hash, and either the bytes or the name of their object. */
export interface StoredText {
  readonly bytes: number;
  readonly chars: number;
  readonly sha256: string;
  readonly inline: Buffer | null;
  readonly object: string | null;
}

/** The columns of a body reference. */
export function storedText(ref: BodyRef): StoredText {
  const { bytes, chars, sha256 } = ref;
  const facts = { bytes, chars, sha256 };
  return 'inline' in ref
    ? { ...facts, inline: Buffer.from(ref.inline, 'base64'), object: null }
    : { ...facts, inline: null, object: ref.object };
}

/** The body reference of columns. A row has exactly one of `inline` and `object`; a pruned revision has neither. */
export function bodyRefOf(text: StoredText & Pick<BodyRef, 'newline'>): BodyRef {
  const { bytes, chars, sha256, newline } = text;
  const facts = { bytes, chars, sha256, newline };
  return text.object === null
    ? { ...facts, inline: (text.inline ?? Buffer.of()).toString('base64') }
    : { ...facts, object: text.object };
}
