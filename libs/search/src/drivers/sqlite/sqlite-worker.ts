import { WorkerCallClient, type WorkerCallOptions } from '@bridge/kernel/worker-calls';
import { SearchEngineError } from '../../search-engine-error.ts';
import type { SqliteWorkerCall, SqliteWorkerReply, IndexWorkerRole } from './protocol.ts';

/**
 * Number of calls that are posted to the worker thread at a time: the second call waits in the thread while the first is
 * answered.
 */
const POSTED_MAX = 2;
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

/**
 * The worker thread that reads or writes an index folder. It answers calls in order, but `count` and `bodies` first, because
 * they complete a search and free its candidates.
 */
export class SqliteWorker {
  readonly #calls: WorkerCallClient<SqliteWorkerCall>;
  readonly #onProblem: (trouble: string | null) => void;
  #problem: string | null = null;

  /** @param onProblem called each time the `trouble` of IndexInfo (a sentence about a damaged index file, or null) changes */
  constructor(
    role: IndexWorkerRole,
    onProblem: (trouble: string | null) => void = () => undefined,
  ) {
    this.#calls = new WorkerCallClient({
      url: new URL('./sqlite.worker.ts', import.meta.url),
      data: role,
      limits: LIMITS,
      postedMax: POSTED_MAX,
      lost: workerError,
    });
    this.#onProblem = onProblem;
  }

  /**
   * Sends a call and resolves with the value of the answer, whose type T depends on the call. Buffers in `moved` are
   * transferred. Throws SearchEngineError.
   */
  async call<T>(
    call: SqliteWorkerCall,
    options: Omit<WorkerCallOptions, 'isUrgent'> = {},
  ): Promise<T> {
    const isUrgent = call.op === 'count' || call.op === 'bodies';
    const reply = await this.#calls.call<SqliteWorkerReply>(call, { ...options, isUrgent });
    if (!reply.ok) throw new SearchEngineError(reply.error.reason, reply.error.sentence);
    this.#reportProblem(reply.trouble);
    // The protocol guarantees that the reply to this call has a value of type T, so the cast is safe.
    return reply.value as T;
  }

  close(): Promise<void> {
    return this.#calls.close();
  }

  #reportProblem(trouble: string | null): void {
    if (trouble === this.#problem) return;
    this.#problem = trouble;
    this.#onProblem(trouble);
  }
}

function workerError(cause: unknown): SearchEngineError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SearchEngineError('failed', `The search worker failed: ${reason}.`, { cause });
}
