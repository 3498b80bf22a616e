import type { SearchIndex } from '@bridge/search';
import { jsonOf, MANIFEST, type ImportedFileList } from './index-target.ts';

/** Version, size, sources and imported files of the archive, as `archive stats` prints them. */
export interface ArchiveStats {
  readonly version: string;
  readonly documents: number;
  readonly builtAt: number;
  readonly previous: string | null;
  /** Problem of the index as a sentence for the operator; null when there is none. */
  readonly trouble: string | null;
  readonly sources: readonly { readonly source: string; readonly documents: number }[];
  readonly files: ImportedFileList['files'];
}

/** Reads the statistics of the serving version (the index that searches use); null before the first import. */
export async function archiveStats(index: SearchIndex): Promise<ArchiveStats | null> {
  const [info, side] = await Promise.all([index.info(), index.attachment(MANIFEST)]);
  if (info === null) return null;
  return { ...info, files: jsonOf<ImportedFileList>(side?.bytes ?? null, { files: [] }).files };
}
