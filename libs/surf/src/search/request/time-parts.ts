const HYPHEN = /[-–—]/;
/** Matches a part of a hyphenated time: "mid", "19th", "1950s". */
const TIME_PART =
  /^(?:early|mid|middle|late|pre|post|to|\d{1,2}(?:st|nd|rd|th)|(?:\d{2})?\d0s|centur(?:y|ies))$/;
const YEAR = /^\d{4}$/;
const SHORT_DECADE = /^\d0s$/;

/** Returns the words of a time with hyphens ("mid-19th-century", "1950s-60s", "pre-1900"); null for another text. */
export function timeParts(part: string): readonly string[] | null {
  const [, body = '', end = ''] = /^(.*?)([,;:.!?)]*)$/.exec(part) ?? [];
  const words = body.toLowerCase().split(HYPHEN);
  const isTime = words.every((word) => TIME_PART.test(word) || YEAR.test(word));
  if (words.length < 2 || !isTime || words.every((word) => YEAR.test(word))) return null;
  const full = words.map((word, at) => {
    const century = /^(\d{2})\d0s$/.exec(words[at - 1] ?? '')?.[1];
    return century !== undefined && SHORT_DECADE.test(word) ? `${century}${word}` : word;
  });
  return full.map((word, at) => (at === full.length - 1 ? `${word}${end}` : word));
}

/** Matches an abbreviation with full stops: "B.C.", "B.C.E.", "A.D.", "C.E.". */
const ERA = /^(b\.c\.(?:e\.)?|a\.d\.|c\.e\.)([,;:!?)]*)$/i;
/** Matches a word after which an era is meant: a year or "century". */
const DATED = /^\d{1,4}$|^centur(?:y|ies)$/i;

/** Returns an era with full stops ("B.C.") as one word, when it follows a year or "century"; null for another text. */
export function eraPart(part: string, before: string): string | null {
  const [, era, end = ''] = ERA.exec(part) ?? [];
  return era === undefined || !DATED.test(before)
    ? null
    : `${era.toLowerCase().replaceAll('.', '')}${end}`;
}
