import { decodeHTMLStrict } from 'entities';

/** The text of an HTML fragment: without tags, with entities decoded, a line break at the end of each block. */
export function htmlText(text: string): string {
  if (!/[<&]/.test(text)) return text;
  const withoutTags = text
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<br\s*\/?>|<\/(?:p|div|li|h[1-6])\s*>/gi, '\n')
    // A tag begins with a letter, a slash or a mark: "<" in "a < b" stays.
    .replace(/<\/?[a-z!?][^<>]*>/gi, '')
    // As a blank: U+00A0 is a byte of mojibake, which is repaired after this.
    .replace(/&nbsp;/gi, ' ');
  // Strict: text such as "&copy 1920" without a semicolon stays as it is.
  return withoutTags.includes('&') ? decodeHTMLStrict(withoutTags) : withoutTags;
}
