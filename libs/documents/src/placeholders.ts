/**
 * Placeholders in rendered documents for facts of an installation; `openDocuments` replaces them. The base URL is a
 * valid one under a reserved name, so that renderers can take it apart.
 */
export const PLACEHOLDERS = {
  base: 'https://base-url.invalid',
  host: 'base-url.invalid',
  /** The host as registries name publishers. */
  reverseDns: 'invalid.base-url',
  toolListSha256: '{{tool_list_sha256}}',
  /** The SHA-256 of another file of the catalogue. */
  sha256: (file: string): string => `{{sha256 ${file}}}`,
} as const;
