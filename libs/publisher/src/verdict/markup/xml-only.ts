/**
 * Matches XML that loads something or is parsed differently than as HTML: style sheet instructions, entities, namespace
 * prefixes, CDATA, and elements whose content HTML parses in a special way.
 */
export const XML_ONLY =
  /<\?xml-stylesheet|<!ENTITY|xmlns:(?!xlink\b)|<!\[CDATA\[|<(?:textarea|title|xmp|noembed|noframes|noscript|plaintext|template|select)\b/i;
