import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Pattern of the unique name (word) of a World (a public identity): 1 to 41 characters. Spec: worlds.word. */
export const WORD_PATTERN = /^[a-z](?:[a-z0-9-]{0,39}[a-z0-9])?$/;
/** Pattern of an idempotency key, which the caller chooses for one change: 8 to 128 characters. Spec: tools.idempotency-key. */
export const IDEMPOTENCY_KEY_PATTERN = /^[A-Za-z0-9._:-]{8,128}$/;
/**
 * Matches text without C0, DEL and C1 control characters. They are refused in titles and names, because these reach
 * terminals, headers and file names.
 */
export const NO_CONTROLS_PATTERN = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** Matches a text without control characters that has at least one visible character (ADR 024). */
export const VISIBLE_PATTERN =
  /^[^\u0000-\u001f\u007f-\u009f]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000-\u001f\u007f-\u009f]*$/;
const VISIBLE_RULE = 'must have a character that is not white space, and no control characters';
/**
 * Returns the schema of a one-line name or title of 1 to `charsMax` code points, at least one of them visible. A text of
 * another length is refused before the pattern is tried, because the pattern’s time grows with the square of the length.
 */
export function visibleText(charsMax: number): z.ZodString {
  return z
    .string()
    .min(1, { abort: true })
    .max(charsMax, { abort: true })
    .regex(VISIBLE_PATTERN, { error: VISIBLE_RULE });
}

/** Sets the description that the published JSON Schema has for a value of this schema. */
function about<T extends z.ZodType>(schema: T, description: string): T {
  return schema.describe(description);
}

/** Schema of the unique name of a World (a public identity), its word. The length is checked before the pattern. */
export const word = about(
  z
    .string()
    .max(LIMITS.wordCharsMax)
    .regex(WORD_PATTERN, 'must begin with a-z, have only a-z, 0-9 and -, and not end with -'),
  'World name: a lowercase letter, then letters, digits or hyphens, ending in a letter or digit; 1 to 41 characters.',
);
/** Schema of the idempotency key. Repeated calls with the same key have one effect. */
export const idempotencyKey = about(
  z.string().regex(IDEMPOTENCY_KEY_PATTERN, 'must be 8 to 128 of A-Z a-z 0-9 . _ : -'),
  'Your own unique id of this change, 8 to 128 of A-Z a-z 0-9 . _ : -. Send it again with the same input to retry safely; a refused call leaves it free. All keys of an account share these ids.',
);
/** Schema of a website's id: an integer from 1. */
export const pageId = about(z.int().positive(), 'Id of the website.');
/** Greatest number of a revision. Its successor still fits the 4-byte column; a statement with a greater number would fail. */
const REVISION_MAX = 2_147_483_646;
/** Schema of the number of a revision that a caller reads. */
export const revisionNumber = z.int().positive().max(REVISION_MAX);
/** Schema of the cursor of a list of revisions, newest first: the list continues with smaller numbers. */
export const revisionCursor = z
  .int()
  .positive()
  .max(REVISION_MAX + 1);
/** Schema of the draft revision that the caller has read; the change is refused when the draft has a newer one. */
export const expectedRevision = about(
  z.int().positive(),
  'The draft_revision that you read, or that your last change returned; refused with revision_conflict when the draft has moved on.',
);
/** Schema of a website's title: 1 to 120 code points without control characters, at least one of them visible. */
export const title = about(
  visibleText(LIMITS.titleCharsMax),
  'Title of the website, 1 to 120 characters, not only white space, no control characters.',
);
/** Schema of a website's HTML: at most 5,242,880 code points, stored exactly. */
export const rawHtml = about(
  z.string().max(LIMITS.rawHtmlCharsMax),
  'The complete HTML document, stored exactly as sent; at most 5,242,880 characters. Send UTF-8, not \\u escapes.',
);

/** Schema of the number of entries in one page of a list. */
export const listLimit = about(
  z.int().min(1).max(LIMITS.listLimitMax).default(LIMITS.listLimitDefault),
  'How many entries, 1 to 100.',
);
/** Schema of a list cursor: the list continues after the entry with this id; 0 requests the first entries. */
export const afterId = about(
  z.int().min(0).default(0),
  'The next_after_id of the page before; 0 begins.',
);

/** Schema of a time: RFC 3339 text in UTC, such as `2026-11-21T12:00:00.000Z`. */
export const isoTime = z.iso.datetime();
/** Schema of a SHA-256: 64 lower-case hexadecimal digits. */
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);
/** Schema of an absolute URL. */
export const url = z.url();

/** Schema of an account's id: `acc_` and 26 characters of Crockford base32. */
export const accountId = z.string().regex(/^acc_[0-9a-z]{26}$/);
/** Schema of the id of an agent key (never its secret): `key_` and 26 characters of Crockford base32. */
export const keyId = z.string().regex(/^key_[0-9a-z]{26}$/);
