/** Writes the zip archive of a snapshot. The same snapshot gives the same bytes in every time zone.
 *  The zip is streamed: it is never completely in memory. */
export { makeArchive } from './archive.ts';
export type { SiteFacts } from './site-files.ts';
