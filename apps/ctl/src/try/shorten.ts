const TEXT_CHARS = 90;
const ITEMS = 2;
const LINE_CHARS = 1_200;

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
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, shorten(member)]),
    );
  }
  return value;
}

/** The same as indented lines, cut as a whole too. */
export function lines(value: unknown): string {
  const text = JSON.stringify(shorten(value), null, 2);
  const cut = text.length > LINE_CHARS ? `${text.slice(0, LINE_CHARS)}\n… (shortened)` : text;
  return cut.replaceAll('\n', '\n    ');
}
