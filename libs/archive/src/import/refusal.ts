/** Error for a file that is not imported, with a sentence for the operator. */
export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError';
  /** Code of the reason, for programs. */
  readonly code: RefusalCode;

  constructor(code: RefusalCode, sentence: string, options: { readonly cause?: unknown } = {}) {
    super(sentence, options);
    this.code = code;
  }
}

/** Reason why a file or an import is refused. */
export type RefusalCode =
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

/** Quotes a path for use in a shell command that a message contains. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
