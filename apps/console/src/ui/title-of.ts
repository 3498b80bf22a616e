/** Characters that show nothing although Unicode counts them as letters. */
const BLANK_LETTERS = /[\u115F\u1160\u2800\u3164\uFFA0]/g;
const VISIBLE = /[^\p{Z}\p{C}\p{M}]/u;

/** Returns the title of a website as the console shows it: one without a visible character is named by its id. */
export function titleOf({
  page_id: pageId,
  title,
}: {
  readonly page_id: number;
  readonly title: string;
}): string {
  return VISIBLE.test(title.replace(BLANK_LETTERS, '')) ? title : `Untitled ${pageId}`;
}
