import { decodeHTMLStrict } from 'entities';

/** Converts an HTML fragment to text: removes tags, decodes entities, ends each block with a line break. */
export function htmlText(text: string): string {
  if (!/[<&]/.test(text)) return text;
  const withoutTags = text
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<br\s*\/?>|<\/(?:p|div|li|h[1-6])\s*>/gi, '\n')
    // Only `<` before a letter, slash, ! or ? starts a tag, so "a < b" is kept.
    .replace(/<\/?[a-z!?][^<>]*>/gi, '')
    // `&nbsp;` is replaced with a blank, because the later repair of mis-decoded text would take U+00A0 for a damaged byte.
    .replace(/&nbsp;/gi, ' ');
  // Strict decoding keeps text such as "&copy 1920" without a semicolon.
  return withoutTags.includes('&') ? decodeHTMLStrict(withoutTags) : withoutTags;
}
