const TEXT_CHARS = 90;
const ITEMS = 2;
const LINE_CHARS = 110;
const LINES_CHARS = 1_200;
/** Names of the members that are left out when a result is printed, because a first-time reader does not need them. */
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

/** Shortens a value for printing: cuts long texts and lists, and states how much was cut. */
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

/** Formats an object as one line for each member, with the member's value as JSON. */
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

/** Formats a result as indented lines, at most LINES_CHARS characters, without members that are null or named in QUIET. */
export function lines(value: unknown): string {
  const text = members(shorten(value), '    ');
  return text.length > LINES_CHARS ? `${text.slice(0, LINES_CHARS)}… (shortened)` : text;
}
