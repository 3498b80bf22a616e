/** The reason why the text of a record could not be read. */
export type RecordProblem =
  | 'not_json'
  | 'not_xml'
  | 'not_an_object'
  | 'null'
  | 'too_large'
  | 'too_deep'
  | 'truncated'
  | 'column_count';

/** The text of one record of a file, before it is parsed. */
export interface RecordText {
  /** Characters, or UTF-8 as a view that is valid until the next text is read. */
  readonly text: string | Buffer;
  /** Member name, or the number of the line or element, counted from one. */
  readonly place: string;
  /** Offset in the decompressed file. */
  readonly offset: number;
  /** The reason when the text is known not to be a record. */
  readonly problem?: RecordProblem;
}

/** The texts of a file: one run per chunk, to be read whole before the next. */
export type RecordTextRuns = AsyncIterable<Iterable<RecordText>>;

/** Cuts a file into the texts of its records, whatever the chunks it comes in. */
export interface Splitter<C> {
  /** The texts that end in this chunk. Errors: ImportRefusal. */
  readonly push: (chunk: C) => Iterable<RecordText>;
  /** The rest when the file ends. */
  readonly end: () => Iterable<RecordText>;
}

/** All texts of a file. */
export async function* recordTextsOf<C>(
  chunks: AsyncIterable<C>,
  splitter: Splitter<C>,
): RecordTextRuns {
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}
