/**
 * Texts in rendered documents that `openDocuments` replaces with values of the installation. The base is a valid URL
 * under a reserved domain, so that renderers can parse it.
 */
export const PLACEHOLDERS = {
  base: 'https://base-url.invalid',
  host: 'base-url.invalid',
  /** The host in reverse-DNS form, for registries. */
  reverseDns: 'invalid.base-url',
  toolListSha256: '{{tool_list_sha256}}',
  /** The SHA-256 of the document with this file name, in hex. */
  sha256: (file: string): string => `{{sha256 ${file}}}`,
} as const;
