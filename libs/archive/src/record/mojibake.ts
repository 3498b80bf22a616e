/** The byte of each character that Windows-1252 has in place of a Latin-1 control character, by code point. */
const CP1252 = new Map<number, number>(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((char, at) => [
    char.codePointAt(0) ?? 0,
    0x80 + at,
  ]),
);
const CONTINUATION = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** Matches UTF-8 sequences of two to four bytes that were decoded as one character for each byte. */
const SEQUENCES = new RegExp(
  `(?:[Â-ß]${CONTINUATION}|[à-ï]${CONTINUATION}{2}|[ð-ô]${CONTINUATION}{3})+`,
  'gu',
);
/**
 * Minimum length of a sequence that is certainly mis-decoded UTF-8: three or more characters are one long UTF-8 sequence or
 * several.
 */
const CERTAIN_CHARS = 3;
/**
 * Matches the first character of a mis-decoded Latin letter, such as "Ã©". Such a sequence of two characters is repaired only
 * beside a lower-case letter.
 */
const LETTER = /^[ÃÄÅ]/;
const SMALL = /[a-z]/;
const SUSPECT = new RegExp(`[ÂÃâÄÅ]${CONTINUATION}`);
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Repairs UTF-8 text that was decoded as Windows-1252 or Latin-1 ("OpÃ©ra"): the whole text, or else the parts that are
 * certainly UTF-8. Returns any other text unchanged.
 */
export function repairMojibake(text: string): string {
  if (SUSPECT.test(text)) {
    const whole = decodedUtf8(text);
    if (whole !== null) return whole;
  }
  if (text.search(SEQUENCES) === -1) return text;
  return text.replace(SEQUENCES, (part: string, at: number) => {
    const isInWord = SMALL.test(text[at - 1] ?? '') || SMALL.test(text[at + part.length] ?? '');
    const isCertain = part.length >= CERTAIN_CHARS || (LETTER.test(part) && isInWord);
    return isCertain ? (decodedUtf8(part) ?? part) : part;
  });
}

/** Converts the characters back to bytes and decodes these as UTF-8; null when the bytes are no UTF-8. */
function decodedUtf8(text: string): string | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte =
      code < 0x100 && !(code >= 0x80 && code < 0xa0)
        ? code
        : (CP1252.get(code) ?? byteOfControl(code));
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Returns the byte of a control character U+0080 to U+009F, which text decoded as Latin-1 has in place of punctuation. */
function byteOfControl(code: number): number | undefined {
  return code >= 0x80 && code < 0xa0 ? code : undefined;
}
