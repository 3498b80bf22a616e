import type { SearchIndex } from '@bridge/search';
import { jsonOf, MANIFEST, type Manifest } from './index-target.ts';

/** Version, size, sources and files of an archive, for `archive stats`. */
export interface ArchiveStats {
  readonly version: string;
  readonly documents: number;
  readonly builtAt: number;
  readonly previous: string | null;
  /** Sentence for the operator, as in IndexInfo. */
  readonly trouble: string | null;
  readonly sources: readonly { readonly source: string; readonly documents: number }[];
  readonly files: Manifest['files'];
}

/** Reads the statistics of the serving version; null when there is none. */
export async function archiveStats(index: SearchIndex): Promise<ArchiveStats | null> {
  const [info, side] = await Promise.all([index.info(), index.attachment(MANIFEST)]);
  if (info === null) return null;
  return { ...info, files: jsonOf<Manifest>(side?.bytes ?? null, { files: [] }).files };
}
