/** A date text in one spelling: lower case, one kind of dash, eras as `bc` and `ad`, without signs of circa. */
export function plainDateText(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[‐-―−]/g, '-')
      .replace(/\b(?:b\. ?c\.(?: ?e\.)?|bce)/g, 'bc')
      .replace(/\b(?:a\. ?d\.|c\. ?e\.|ce\b)/g, 'ad')
      // A year or century of the Hijra stands before the one that is wanted: "AH 1059/AD 1649", "11th century AH/AD 17th".
      .replace(/(?:\bah ?)?\b\d+(?:-\d+)?(?:st|nd|rd|th)?(?: century)?(?: ?ah)? ?\/ ?ad /g, ' ')
      // Later additions follow a semicolon; a reign or period encloses the date in brackets.
      .replace(/^(.*?\d.*?);.*$/s, '$1')
      .replace(/(?:dynasty|period|reign|era)\s*\([^)]*\),?(?=.*(?:\d{3}|century))/g, ' ')
      .replace(/(\d(?:st|nd|rd|th)) ?c\.?(?= |-|$)/g, '$1 century')
      .replace(/\bcent(?:uries|ruy|\.)/g, 'century')
      .replace(/millenium/g, 'millennium')
      .replace(/\b(early|mid|late)(?=\d)/g, '$1 ')
      .replace(/\bad (?=\d{1,2}(?:st|nd|rd|th))/g, '')
      .replace(/\(\s*\?\s*\)|\?/g, '')
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
