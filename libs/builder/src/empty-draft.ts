import { measureBody } from '@bridge/blobs/text-body';
import type { StoredHtmlColumns, StoredTextColumns } from './stored-text.ts';

/** The JSON text of an empty list of layers (named pieces of HTML, CSS or text), which a new or cleared website has. */
export const NO_LAYERS = '[]';

function inlineText(text: string): StoredHtmlColumns {
  const inline = Buffer.from(text);
  const { sha256, chars, newline } = measureBody(inline);
  return { bytes: inline.byteLength, chars, sha256, newline, inline, object: null };
}

/** The database columns of an empty list of layers (named pieces of HTML, CSS or text). */
export const STORED_NO_LAYERS: StoredTextColumns = inlineText(NO_LAYERS);
/** The database columns of the empty HTML of a cleared website. */
export const STORED_NO_HTML = inlineText('');
