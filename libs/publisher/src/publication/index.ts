/** The steps of a publication between its begin and its commit: judge, store, archive.
 *  The two transactions around them belong to builder. */
export { abandonPublication, commitPublication } from './commit-publication.ts';
export { makePublication } from './make-publication.ts';
