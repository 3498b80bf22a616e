import { LRUCache } from 'lru-cache';
import type { SecretFinding } from '../secrets/index.ts';
import type { PageVerdict } from '../verdict/model/index.ts';
import type { PageInspectionPromises } from './inspection.ts';
import type { PageInspector, PageToInspect } from './inspector.ts';

/**
 * Maximum size of the cache of inspections, in characters of JSON (keys and values). The least recently used are removed first.
 */
const REMEMBERED_CHARS_MAX = 4 * 1024 * 1024;

/** The result of a finished inspection of a page, as the cache stores it. */
interface CachedInspectionResult {
  readonly secrets: readonly SecretFinding[];
  readonly verdict: PageVerdict;
}

/**
 * True when the analysis of the page did not finish. Such a verdict is not cached, because an idle machine could give another
 * one.
 */
function isIncomplete({ warnings }: PageVerdict): boolean {
  return warnings.some(({ code }) => code === 'analysis_incomplete');
}

/** The cache key of an inspection: JSON of the page's hash, address, title and the positions of the layers in the page. */
function inspectionKey({ sha256, layers = [], title, address }: PageToInspect): string {
  return JSON.stringify([sha256, address.liveUrl, title, layers]);
}

/**
 * Adds a bounded cache of inspections to an inspector, for pages with a SHA-256 and without further files. Concurrent requests
 * for one page share one inspection. A check and the publication after it therefore give the same verdict.
 * Spec: publishing.check-same.
 */
export function rememberVerdicts(
  inspector: PageInspector,
  charsMax: number = REMEMBERED_CHARS_MAX,
): PageInspector {
  const finished = new LRUCache<string, CachedInspectionResult>({
    maxSize: charsMax,
    sizeCalculation: (inspection, key) => JSON.stringify(inspection).length + key.length,
  });
  const running = new Map<string, PageInspectionPromises>();
  const remember = async (
    key: string,
    { secrets, verdict }: PageInspectionPromises,
  ): Promise<void> => {
    try {
      const inspection = { secrets: await secrets, verdict: await verdict };
      if (!isIncomplete(inspection.verdict)) finished.set(key, inspection);
    } catch {
      // The error is ignored here, because the caller of `inspect` receives it.
    } finally {
      running.delete(key);
    }
  };
  return {
    inspect: (page) => {
      if (page.sha256 === undefined || page.files !== undefined) return inspector.inspect(page);
      const key = inspectionKey(page);
      const known = finished.get(key);
      if (known !== undefined)
        return {
          secrets: Promise.resolve(known.secrets),
          verdict: Promise.resolve(known.verdict),
        };
      const same = running.get(key);
      if (same !== undefined) return same;
      const run = inspector.inspect(page);
      running.set(key, run);
      void remember(key, run);
      return run;
    },
    close: () => inspector.close(),
  };
}
