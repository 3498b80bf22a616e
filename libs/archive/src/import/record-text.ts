/** Reason why a record text could not be read or parsed. */
export type RecordReadProblem =
  | 'not_json'
  | 'not_xml'
  | 'not_an_object'
  | 'null'
  | 'too_large'
  | 'too_deep'
  | 'truncated'
  | 'column_count';

/** The text of one record, before it is parsed. */
export interface RecordText {
  /** Text, or UTF-8 bytes that are valid only until the next record is read. */
  readonly text: string | Buffer;
  /** Name of the tar member, or number of the line or element from 1. */
  readonly place: string;
  /** Offset of the record in the decompressed file. */
  readonly offset: number;
  /** Set when the text is known to be no valid record. */
  readonly problem?: RecordReadProblem;
}

/**
 * The record texts of a file: one iterable for each chunk of the file. An iterable must be read to its end before the next one.
 */
export type RecordTextChunks = AsyncIterable<Iterable<RecordText>>;

/** Splits a file into record texts; chunks may end anywhere. */
export interface RecordSplitter<C> {
  /** Returns the records that end in this chunk. Throws ImportRefusedError. */
  readonly push: (chunk: C) => Iterable<RecordText>;
  /** Returns the last record when the file has ended. */
  readonly end: () => Iterable<RecordText>;
}

/** Yields the record texts of a file. */
export async function* recordTextsOf<C>(
  chunks: AsyncIterable<C>,
  splitter: RecordSplitter<C>,
): RecordTextChunks {
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}
