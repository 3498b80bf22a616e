import { LRUCache } from 'lru-cache';
import type { SecretFinding } from '../secrets/index.ts';
import type { Verdict } from '../verdict/model/index.ts';
import type { Inspection } from './inspection.ts';
import type { Inspector, PageToInspect } from './inspector.ts';

/** Maximum size of the stored verdicts, in characters of JSON. */
const REMEMBERED_CHARS_MAX = 4 * 1024 * 1024;

interface Answer {
  readonly secrets: readonly SecretFinding[];
  readonly verdict: Verdict;
}

/** True for a verdict of an unfinished analysis; on an idle machine the verdict may differ, so it is not stored. */
function isIncomplete({ warnings }: Verdict): boolean {
  return warnings.some(({ code }) => code === 'analysis_incomplete');
}

/** The cache key of a verdict: all inputs that decide it. */
function answerKey({ sha256, layers = [], title, address }: PageToInspect): string {
  return JSON.stringify([sha256, address.liveUrl, title, layers]);
}

/**
 * Judges each page once: the verdict of a page with a SHA-256 is stored in bounded memory, and concurrent requests for one
 * page share one run. A check and the publication after it therefore have the same verdict. Spec: publishing.check-same.
 */
export function rememberVerdicts(
  inspector: Inspector,
  charsMax: number = REMEMBERED_CHARS_MAX,
): Inspector {
  const answers = new LRUCache<string, Answer>({
    maxSize: charsMax,
    sizeCalculation: (answer, key) => JSON.stringify(answer).length + key.length,
  });
  const running = new Map<string, Inspection>();
  const remember = async (key: string, { secrets, verdict }: Inspection): Promise<void> => {
    try {
      const answer = { secrets: await secrets, verdict: await verdict };
      if (!isIncomplete(answer.verdict)) answers.set(key, answer);
    } catch {
      // The callers of the run receive its error.
    } finally {
      running.delete(key);
    }
  };
  return {
    inspect: (page) => {
      if (page.sha256 === undefined || page.files !== undefined) return inspector.inspect(page);
      const key = answerKey(page);
      const known = answers.get(key);
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
