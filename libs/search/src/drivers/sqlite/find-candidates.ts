import type {
  SearchCandidate,
  SearchIndexFindOptions,
  CandidatesOfIndexVersion,
} from '../../find-result.ts';
import type { QueryInterpretation } from '../../interpretation.ts';
import { type FindResultWithJoinedTexts, unpackCandidates } from './packed-find-result.ts';
import type { SqliteWorker } from './sqlite-worker.ts';

/**
 * Finds candidates (matching documents) with a worker thread, which sends them in parts. `onFound` receives each part when it
 * arrives, so that the caller scores it while the thread continues to search. Throws SearchEngineError, or the error of
 * `onFound`.
 */
export async function findCandidates(
  worker: SqliteWorker,
  interpretations: readonly QueryInterpretation[],
  { enough, onFound }: SearchIndexFindOptions,
): Promise<CandidatesOfIndexVersion> {
  const candidates: SearchCandidate[] = [];
  const add = (part: FindResultWithJoinedTexts): void => {
    // When the thread finds that the version is damaged, it searches another one from the beginning, and the candidates from
    // `before` on are replaced.
    candidates.length = part.before;
    const own = unpackCandidates(part);
    candidates.push(...own);
    onFound?.(own, part.before);
  };
  const last = await worker.call<FindResultWithJoinedTexts>(
    { op: 'find', interpretations, enough },
    // The thread sends only parts of this type before the answer to this call.
    { onPart: (part) => add(part as FindResultWithJoinedTexts) },
  );
  add(last);
  return { version: last.version, candidates };
}
