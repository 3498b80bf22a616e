/** What loads in XML and is read otherwise in HTML: style sheets, entities, prefixes, elements that hold mere text there. */
export const XML_ONLY =
  /<\?xml-stylesheet|<!ENTITY|xmlns:(?!xlink\b)|<!\[CDATA\[|<(?:textarea|title|xmp|noembed|noframes|noscript|plaintext|template|select)\b/i;
