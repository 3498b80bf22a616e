/** Matches constructs that an XML parser loads or reads differently from an HTML parser: style sheets, entities, prefixes, raw text. */
export const XML_ONLY =
  /<\?xml-stylesheet|<!ENTITY|xmlns:(?!xlink\b)|<!\[CDATA\[|<(?:textarea|title|xmp|noembed|noframes|noscript|plaintext|template|select)\b/i;
