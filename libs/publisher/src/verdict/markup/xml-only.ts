/** Matches constructs that load in XML and mean something else in HTML: style sheets, entities, prefixes, raw text elements. */
export const XML_ONLY =
  /<\?xml-stylesheet|<!ENTITY|xmlns:(?!xlink\b)|<!\[CDATA\[|<(?:textarea|title|xmp|noembed|noframes|noscript|plaintext|template|select)\b/i;
