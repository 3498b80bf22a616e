import { isObject, type RawRecord } from '../sources/source.ts';

/** Returns all values at a path of member names. The value of each step may be one value or a list. */
export function valuesAt(value: unknown, ...path: readonly string[]): unknown[] {
  let values = listOf(value);
  for (const name of path)
    values = values.flatMap((one) => (isObject(one) ? listOf(one[name]) : []));
  return values;
}

/** Returns the objects at a path of member names. */
export function objectsAt(value: unknown, ...path: readonly string[]): RawRecord[] {
  return valuesAt(value, ...path).filter(isObject);
}

/** Returns the non-empty texts at a path of member names. */
export function textsAt(value: unknown, ...path: readonly string[]): string[] {
  return valuesAt(value, ...path)
    .map(elementText)
    .filter((text) => text !== '');
}

/** Returns the first text at a path of member names; empty when there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  return textsAt(value, ...path)[0] ?? '';
}

/** Returns the text of an element of parsed XML: a string, or member `#` of an object if it has attributes or children. */
export function elementText(value: unknown): string {
  const text = isObject(value) ? value['#'] : value;
  if (typeof text === 'string') return text.trim();
  return typeof text === 'number' ? String(text) : '';
}

/** Returns a value as a list: a list unchanged, one value as a list of one, a missing value as an empty list. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
