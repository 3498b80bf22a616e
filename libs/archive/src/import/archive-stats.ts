import type { SearchIndex } from '@bridge/search';
import { MANIFEST, type Manifest, unpacked } from './index-target.ts';

/** What an archive holds, for `archive stats`. */
export interface ArchiveStats {
  readonly version: string;
  readonly documents: number;
  readonly builtAt: number;
  readonly previous: string | null;
  /** Why another version than the named one serves, in a sentence; null when nothing is wrong with the index. */
  readonly trouble: string | null;
  readonly sources: readonly { readonly source: string; readonly documents: number }[];
  readonly files: Manifest['files'];
}

/** Counts of the version that serves and the files it was made of; null when there is none. */
export async function archiveStats(index: SearchIndex): Promise<ArchiveStats | null> {
  const [info, side] = await Promise.all([index.info(), index.side(MANIFEST)]);
  if (info === null) return null;
  return { ...info, files: unpacked<Manifest>(side?.bytes ?? null, { files: [] }).files };
}
