const TEXT_CHARS = 90;
const ITEMS = 2;
const LINE_CHARS = 110;
const LINES_CHARS = 1_200;
/** Members of a record that say nothing new after the first time. */
const QUIET = new Set([
  'kind',
  'lineage',
  'editor_url',
  'raw_sha256',
  'created_at',
  'updated_at',
  'updated_by',
  'doc_url',
]);

/** A value as it is shown: long texts and lists cut, with how much was left out. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length <= TEXT_CHARS
      ? value
      : `${value.slice(0, TEXT_CHARS)}… (${value.length.toLocaleString('en')} characters)`;
  }
  if (Array.isArray(value)) {
    const shown = value.slice(0, ITEMS).map(shorten);
    return value.length > ITEMS ? [...shown, `… ${value.length - ITEMS} more`] : shown;
  }
  if (typeof value === 'object' && value !== null) {
    const told = Object.entries(value).filter(
      ([name, member]) => member !== null && !QUIET.has(name),
    );
    return Object.fromEntries(told.map(([name, member]) => [name, shorten(member)]));
  }
  return value;
}

/** One line for each member, each value as compact JSON. */
function members(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value);
  const inner = Object.entries(value).map(([name, member]) => {
    const text = JSON.stringify(member);
    const long =
      text.length > LINE_CHARS &&
      typeof member === 'object' &&
      member !== null &&
      !Array.isArray(member);
    return `${indent}${name}: ${long ? `\n${members(member, `${indent}  `)}` : text}`;
  });
  return inner.join('\n');
}

/** The reply as indented lines, cut as a whole too; without nulls and what was said before. */
export function lines(value: unknown): string {
  const text = members(shorten(value), '    ');
  return text.length > LINES_CHARS ? `${text.slice(0, LINES_CHARS)}… (shortened)` : text;
}
