import { SEARCH_FIELDS, type SearchField } from '@bridge/search';

/** For each search field its index in SEARCH_FIELDS. */
// The cast is safe, because SEARCH_FIELDS contains every SearchField.
export const FIELD_AT = Object.fromEntries(
  SEARCH_FIELDS.map((field, at) => [field, at]),
) as Readonly<Record<SearchField, number>>;

/** Returns a set of fields as bits: bit n stands for the field SEARCH_FIELDS[n]. */
export function fieldBits(fields: readonly SearchField[]): number {
  return fields.reduce((bits, field) => bits | (1 << FIELD_AT[field]), 0);
}
