import { SEARCH_FIELDS, type SearchField } from '@bridge/search';

/** For each search field its index in SEARCH_FIELDS. */
// The cast is safe, because SEARCH_FIELDS contains every SearchField.
export const FIELD_AT = Object.fromEntries(
  SEARCH_FIELDS.map((field, at) => [field, at]),
) as Readonly<Record<SearchField, number>>;
