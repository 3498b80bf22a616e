/** Characters that are displayed as a blank although Unicode classifies them as letters or symbols. */
const BLANK_LETTERS = /[\u115F\u1160\u2800\u3164\uFFA0]/g;
const VISIBLE = /[^\p{Z}\p{C}\p{M}]/u;

/** Returns true when a text contains at least one visible character. */
export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text.replace(BLANK_LETTERS, ''));
}

/** Matches letters of scripts that are written from right to left, and control characters that change the direction of text. */
const BIDIRECTIONAL =
  /[\u0590-\u08FF\u200F\u202A-\u202E\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const ISOLATES = /[\u2066-\u2069]/g;

/**
 * Encloses a name in Unicode isolates if it could otherwise change the order of the text around it. For plain text; HTML uses
 * `<bdi>`.
 */
export function isolate(name: string): string {
  const text = name.replace(ISOLATES, '');
  return BIDIRECTIONAL.test(text) ? `\u2068${text}\u2069` : text;
}

/**
 * Returns the title of a website as the console shows it. A title without a visible character is replaced with “Untitled” and
 * the website's id.
 */
export function titleOf({
  page_id: pageId,
  title,
}: {
  readonly page_id: number;
  readonly title: string;
}): string {
  return hasVisibleText(title) ? title : `Untitled ${pageId}`;
}
