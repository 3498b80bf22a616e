/**
 * The steps of a publication between its begin and its commit: inspect the page, store it, archive it.
 * The transactions of begin and commit run in the builder service.
 */
export { abandonPublication, commitPublication } from './commit-publication.ts';
export { makePublication } from './make-publication.ts';
