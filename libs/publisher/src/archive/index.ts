/** The zip of a snapshot: the same bytes for the same snapshot in every time zone.
 *  It is written while it is deflated and never held whole. */
export { makeArchive } from './archive.ts';
export type { SiteFacts } from './site-files.ts';
