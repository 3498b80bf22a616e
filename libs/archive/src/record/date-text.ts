/** Normalises a date text for the rules of date-rules.ts: lower case, one kind of dash, eras as `bc` and `ad`, no "circa". */
export function plainDateText(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[‐-―−]/g, '-')
      .replace(/\b(?:b\. ?c\.(?: ?e\.)?|bce)/g, 'bc')
      .replace(/\b(?:a\. ?d\.|c\. ?e\.|ce\b)/g, 'ad')
      // Remove a year or century of the Hijra (Islamic) calendar before "AD": "AH 1059/AD 1649", "11th century AH/AD 17th".
      .replace(/(?:\bah ?)?\b\d+(?:-\d+)?(?:st|nd|rd|th)?(?: century)?(?: ?ah)? ?\/ ?ad /g, ' ')
      // Remove a later date after a semicolon, and the years of a reign or period in brackets if a date follows them.
      .replace(/^(.*?\d.*?);.*$/s, '$1')
      .replace(/(?:dynasty|period|reign|era)\s*\([^)]*\),?(?=.*(?:\d{3}|century))/g, ' ')
      .replace(/(\d(?:st|nd|rd|th)) ?c\.?(?= |-|$)/g, '$1 century')
      .replace(/\bcent(?:uries|ruy|\.)/g, 'century')
      .replace(/millenium/g, 'millennium')
      .replace(/\b(early|mid|late)(?=\d)/g, '$1 ')
      .replace(/\bad (?=\d{1,2}(?:st|nd|rd|th))/g, '')
      .replace(/\(\s*\?\s*\)|\?/g, '')
      // A decade can be written with an apostrophe: "1920's".
      .replace(/0['’]s\b/g, '0s')
      .replace(/[[\]()"']/g, ' ')
      .replace(
        /\b(?:c|ca|circa)\b\.?\s*(?=\d|ad\b|early|mid|late|first|second|third|fourth|last)/g,
        '',
      )
      .replace(/\bc\.\s*/g, '')
      .replace(/\s+/g, ' ')
      .trim()
  );
}
