/**
 * Makes the zip archive of a snapshot. The same snapshot gives the same bytes in every time zone.
 * The zip is a stream: the complete zip is never in memory.
 */
export { makeArchive } from './archive.ts';
export type { PublicationArchiveMetadata } from './site-files.ts';
