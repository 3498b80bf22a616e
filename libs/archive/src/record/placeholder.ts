const PLACEHOLDERS =
  /^(?:untitled|no title|title not known|title unknown|not titled|blank|unknown|unidentified(?: subject)?|sans titre|ohne titel|sin titulo|senza titolo|sem titulo|zonder titel|bez tytulu|uten tittel|n\/?a)?$/;

const WRAPPED = /^[_‘“"]/;
/** Maximum length of a placeholder title. */
const PLACEHOLDER_CHARS_MAX = 32;

/** Removes quotes or underscores around a title: `_Untitled_` becomes "Untitled", “The Kiss” becomes "The Kiss". */
export function unwrapTitle(title: string): string {
  if (!WRAPPED.test(title)) return title;
  const bare = title.replace(/^_+(.*?)_+$/s, '$1').trim();
  const quoted = /^(?:‘([^‘’]*)’|“([^“”]*)”|"([^"]*)")$/.exec(bare);
  return quoted === null ? bare : (quoted[1] ?? quoted[2] ?? quoted[3] ?? bare).trim();
}

/** True for a title without information: "Untitled", "[title not known]", "Blank", "Ohne Titel", an empty one. */
export function isPlaceholder(title: string): boolean {
  if (title.length > PLACEHOLDER_CHARS_MAX) return false;
  const bare = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[[\](){}"'“”‘’.!?_]/g, '')
    .replace(/\s*#?\d*$/, '')
    .trim();
  return PLACEHOLDERS.test(bare);
}
