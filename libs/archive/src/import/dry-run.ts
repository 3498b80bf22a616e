import {
  type StoredDocumentRegistry,
  TransferableDocumentList,
  SearchEngineError,
} from '@bridge/search';
import type { ImportMode, ImportRun } from './target.ts';

/** Makes an import run for `--dry-run`: compares records with those that searches use, and writes nothing; `finish` throws. */
export function dryRun(serving: StoredDocumentRegistry, mode: ImportMode): ImportRun {
  return {
    version: '',
    resumed: false,
    checkpoints: () => Promise.resolve(new Map()),
    // Returns no hashes of stored texts. With them the import would skip known texts, and the counts of a dry run would not
    // show the effect of a changed mapping.
    hashes: () => Promise.resolve(new Map()),
    put: ({ documents, force = false }) => {
      const result = { added: 0, changed: 0, unchanged: 0, kept: 0 };
      for (const document of TransferableDocumentList.of(documents)) {
        const outcome = serving.compare(document, force || mode === 'swap');
        result[outcome] += 1;
        if (outcome === 'added' || outcome === 'changed') serving.add(document);
      }
      return Promise.resolve(result);
    },
    idsOf: (source) => Promise.resolve(serving.idsOf(source)),
    remove: (ids) => {
      for (const id of ids) serving.remove(id);
      return Promise.resolve(ids.length);
    },
    finish: () => Promise.reject(new SearchEngineError('failed', 'A dry run has no new version.')),
    abandon: () => Promise.resolve(),
    suspend: () => Promise.resolve(),
  };
}
