/** Byte of each Windows-1252 character that differs from Latin-1, by code point. */
const CP1252 = new Map<number, number>(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((char, at) => [
    char.codePointAt(0) ?? 0,
    0x80 + at,
  ]),
);
const SUSPECT = /[ÂÃâÄÅ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;
const strictDecoder = new TextDecoder('utf-8', { fatal: true });

/** Repairs UTF-8 text that was decoded as Windows-1252 ("OpÃ©ra"); returns any other text unchanged. */
export function repairMojibake(text: string): string {
  if (!SUSPECT.test(text)) return text;
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : CP1252.get(code);
    if (byte === undefined) return text;
    bytes[at] = byte;
  }
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return text;
  }
}
