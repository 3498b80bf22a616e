/** Why a record could not be read. */
export type ItemProblem =
  'not_json' | 'not_an_object' | 'null' | 'too_large' | 'too_deep' | 'truncated' | 'column_count';

/** The text of one record as it was cut out of a file, not parsed yet. */
export interface Piece {
  /** Characters, or UTF-8 as it stands in the file; a view that is good until the next piece is asked for. */
  readonly text: string | Buffer;
  /** Member name, or the number of the line or element, counted from one. */
  readonly place: string;
  /** Offset in the decompressed file. */
  readonly offset: number;
  /** Why it is no record, when that is known already. */
  readonly problem?: ItemProblem;
}

/** Pieces of a file as they come: one run for each chunk that was read, to be taken whole before the next. */
export type PieceRuns = AsyncIterable<Iterable<Piece>>;

/** Cuts a file into the texts of its records, whatever the chunks it comes in. */
export interface Splitter<C> {
  /** Pieces that end in this chunk. Errors: ImportRefusal. */
  readonly push: (chunk: C) => Iterable<Piece>;
  /** What is left when the file ends. */
  readonly end: () => Iterable<Piece>;
}

/** All pieces of a file. */
export async function* piecesOf<C>(chunks: AsyncIterable<C>, splitter: Splitter<C>): PieceRuns {
  for await (const chunk of chunks) yield splitter.push(chunk);
  yield splitter.end();
}
