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
  /** The text, or its UTF-8 bytes. The bytes are valid only until the next record is read. */
  readonly text: string | Buffer;
  /** The place of the record in its file, for reports: name of the tar member, or number of the line or element from 1. */
  readonly place: string;
  /** Offset of the record in the decompressed file: in bytes for a tar file, in characters for other files. */
  readonly offset: number;
  /** Set when the splitter has found that the text is no valid record. */
  readonly problem?: RecordReadProblem;
}

/** The record texts of a file: an iterable for each chunk that is read, which must be read to its end before the next one. */
export type RecordTextStream = AsyncIterable<Iterable<RecordText>>;

/** Splits the content of a file into the texts of its records. A chunk may end anywhere in a record. */
export interface RecordSplitter<C> {
  /** Returns the records that end in this chunk. Throws ImportRefusedError. */
  readonly push: (chunk: C) => Iterable<RecordText>;
  /** Returns the last record, after the last chunk. */
  readonly end: () => Iterable<RecordText>;
}

/** Yields the record texts of a file, one iterable for each chunk. */
export async function* recordTextsOf<C>(
  chunks: AsyncIterable<C>,
  splitter: RecordSplitter<C>,
): RecordTextStream {
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}
