/**
 * Placeholders in rendered documents for facts of an installation; `openDocuments` replaces them. The base URL is a
 * valid URL under a reserved name, so that renderers can parse it.
 */
export const PLACEHOLDERS = {
  base: 'https://base-url.invalid',
  host: 'base-url.invalid',
  /** The host as registries name publishers. */
  reverseDns: 'invalid.base-url',
  toolListSha256: '{{tool_list_sha256}}',
  /** Placeholder for the SHA-256 of another file of the catalogue. */
  sha256: (file: string): string => `{{sha256 ${file}}}`,
} as const;
