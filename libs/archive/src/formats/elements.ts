import { isObject, type RawRecord } from '../sources/source.ts';

/** The values under a path of names, where each step may hold one value or a list of them. */
export function valuesAt(value: unknown, ...path: readonly string[]): unknown[] {
  let values = listOf(value);
  for (const name of path)
    values = values.flatMap((one) => (isObject(one) ? listOf(one[name]) : []));
  return values;
}

/** The elements with members under a path of names. */
export function objectsAt(value: unknown, ...path: readonly string[]): RawRecord[] {
  return valuesAt(value, ...path).filter(isObject);
}

/** The texts under a path of names, without empty ones. */
export function textsAt(value: unknown, ...path: readonly string[]): string[] {
  return valuesAt(value, ...path)
    .map(elementText)
    .filter((text) => text !== '');
}

/** The first text under a path of names; empty when there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  return textsAt(value, ...path)[0] ?? '';
}

/** The text of an element: all of it, or its `#` besides attributes and children. */
export function elementText(value: unknown): string {
  const text = isObject(value) ? value['#'] : value;
  if (typeof text === 'string') return text.trim();
  return typeof text === 'number' ? String(text) : '';
}

/** A value as a list; empty when it is missing. */
export function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}
