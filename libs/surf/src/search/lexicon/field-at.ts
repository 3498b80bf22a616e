import { SEARCH_FIELDS, type SearchField } from '@bridge/search';

/** The index of each field in SEARCH_FIELDS. */
// SEARCH_FIELDS has each SearchField once.
export const FIELD_AT = Object.fromEntries(
  SEARCH_FIELDS.map((field, at) => [field, at]),
) as Readonly<Record<SearchField, number>>;
