/** A file that is not imported, with one sentence for the person who gave it. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal';
  /** Short code for programs. */
  readonly code: RefusalCode;

  constructor(code: RefusalCode, sentence: string, options: { readonly cause?: unknown } = {}) {
    super(sentence, options);
    this.code = code;
  }
}

/** Why a file or a run is refused. */
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

/** A path as one word of a shell's line, for a command that a sentence names. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
