/**
 * Placeholders in rendered documents, which `openDocuments` replaces with the values of the installation. `base` is a valid URL
 * under a reserved domain, so that renderers can parse it.
 */
export const PLACEHOLDERS = {
  base: 'https://base-url.invalid',
  host: 'base-url.invalid',
  /** The host in reverse-DNS form, for registries. */
  reverseDns: 'invalid.base-url',
  toolListSha256: '{{tool_list_sha256}}',
  /** The placeholder for the SHA-256, in hex, of the document with this file name. */
  sha256: (file: string): string => `{{sha256 ${file}}}`,
} as const;
