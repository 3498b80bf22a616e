/** Error for a file or an import that is refused, with a sentence for the operator. */
export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError';
  /** Code of the reason, for programs. */
  readonly code: ImportRefusalCode;

  constructor(
    code: ImportRefusalCode,
    sentence: string,
    options: { readonly cause?: unknown } = {},
  ) {
    super(sentence, options);
    this.code = code;
  }
}

/** Code of the reason why a file or an import is refused. */
export type ImportRefusalCode =
  | 'not_readable'
  | 'lfs_pointer'
  | 'html_page'
  | 'workbook'
  | 'empty'
  | 'not_xml'
  | 'two_documents'
  | 'joined_rows'
  | 'unknown_shape'
  | 'no_references'
  | 'unknown_source'
  | 'bad_mapping'
  | 'broken_archive'
  | 'nothing_to_import'
  | 'too_deep'
  | 'too_many_missing';

/** Quotes a text such as a path, so that the operator can copy a shell command from a message. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
