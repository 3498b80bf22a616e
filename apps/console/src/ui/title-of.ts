/** Characters that are invisible although Unicode classifies them as letters or symbols. */
const BLANK_LETTERS = /[\u115F\u1160\u2800\u3164\uFFA0]/g;
const VISIBLE = /[^\p{Z}\p{C}\p{M}]/u;

/** Returns true when a text shows at least one visible character. */
export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text.replace(BLANK_LETTERS, ''));
}

/** Returns the title of a website as the console shows it; without a visible character it is replaced with the website's id. */
export function titleOf({
  page_id: pageId,
  title,
}: {
  readonly page_id: number;
  readonly title: string;
}): string {
  return hasVisibleText(title) ? title : `Untitled ${pageId}`;
}
