import { SearchEngineError } from './search-engine-error.ts';

/** Maximum number of documents in one page of a listing. */
export const LISTED_PAGE_DOCUMENTS = 1_000;

/** A stored document, as the listing of all documents of a version returns it. */
export interface DocumentListingEntry {
  readonly id: string;
  readonly source: string;
  readonly hash: string;
  readonly stamp: number;
  readonly body: string;
}

/** Makes the error that a listing of all documents throws when another index version began to serve meanwhile. */
export function listingInterrupted(): SearchEngineError {
  return new SearchEngineError(
    'building',
    'Another version of the archive began to serve while this one was read. Run the command again.',
  );
}
