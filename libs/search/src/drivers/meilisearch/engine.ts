import {
  Meilisearch,
  type MultiSearchQuery,
  type SearchResponse,
  type Settings,
} from 'meilisearch';
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { SearchEngineError } from '../../search-engine-error.ts';
import { engineErrorOf, MeilisearchRequestError, classifyRetry } from './engine-error.ts';

/** Timeouts of requests to Meilisearch, ms. A search must finish within the deadline of the agent's call. */
const SEARCH_MS = 1_500;
const IMPORT_MS = 60_000;
const TASK_MS = 600_000;
const TASK_POLL_MS = 50;
const RETRIES = 5;
const RETRY_MS = 200;

/** URL and API key of a Meilisearch server. */
export interface MeilisearchConnection {
  /** URL of the server: `http(s)://host[:port]`. */
  readonly url: string;
  readonly key: string;
}

const accepted = z.object({ taskUid: z.number().optional(), code: z.string().optional() });

/** Sends requests to Meilisearch with timeouts and retries; failures are thrown as SearchEngineError. */
export class MeilisearchClient {
  readonly #search: Meilisearch;
  readonly #import: Meilisearch;
  readonly #url: string;
  readonly #key: string;

  constructor({ url, key }: MeilisearchConnection) {
    this.#url = url;
    this.#key = key;
    // Requests uncompressed responses: a compressed, chunked response takes Meilisearch 45 ms longer per search (measured).
    const requestInit = { headers: { 'Accept-Encoding': 'identity' } };
    const base = { host: url, apiKey: key, requestInit };
    this.#search = new Meilisearch({ ...base, timeout: SEARCH_MS });
    this.#import = new Meilisearch({ ...base, timeout: IMPORT_MS });
  }

  /** Sends several searches in one request; the results are in the same order. */
  async search(queries: readonly MultiSearchQuery[]): Promise<readonly SearchResponse[]> {
    try {
      const { results } = await this.#search.multiSearch({ queries: [...queries] });
      return results;
    } catch (cause) {
      throw engineErrorOf(cause);
    }
  }

  async has(uid: string): Promise<boolean> {
    try {
      await this.#import.getRawIndex(uid);
      return true;
    } catch (cause) {
      const error = engineErrorOf(cause);
      if (error.reason === 'no_index') return false;
      throw error;
    }
  }

  async create(uid: string, primaryKey: string, settings: Settings): Promise<void> {
    await this.#task(async () => (await this.#import.createIndex(uid, { primaryKey })).taskUid);
    await this.#task(async () => (await this.#import.index(uid).updateSettings(settings)).taskUid);
  }

  async remove(uid: string): Promise<void> {
    if (await this.has(uid))
      await this.#task(async () => (await this.#import.deleteIndex(uid)).taskUid);
  }

  /** Swaps the contents of pairs of Meilisearch indexes in one task. */
  async swap(pairs: readonly (readonly [string, string])[]): Promise<void> {
    const swaps = pairs.map(([a, b]) => ({ indexes: [a, b] as [string, string], rename: false }));
    // A swap is not idempotent, so it is not repeated after an unknown outcome.
    await this.#task(async () => (await this.#import.swapIndexes(swaps)).taskUid, true);
  }

  /** Waits until Meilisearch's queue contains no index swap and no index deletion. Throws SearchEngineError. */
  async swapsDone(): Promise<void> {
    try {
      const { results } = await this.#import.tasks.getTasks({
        types: ['indexSwap', 'indexDeletion'],
        statuses: ['enqueued', 'processing'],
      });
      for (const { uid } of results) await this.done(uid);
    } catch (cause) {
      throw engineErrorOf(cause);
    }
  }

  async count(uid: string): Promise<number> {
    try {
      return (await this.#import.index(uid).getStats()).numberOfDocuments;
    } catch (cause) {
      throw engineErrorOf(cause);
    }
  }

  /**
   * Sends documents as JSON lines and returns the task's id; tasks are executed in order. The body is uncompressed, because
   * compression costs more than a local network (ADR 014).
   */
  async add(uid: string, lines: Uint8Array<ArrayBuffer>): Promise<number> {
    return await this.#retried(async () => {
      // `fetch`, because the client library accepts only strings and would copy them three times.
      const reply = await fetch(new URL(`/indexes/${uid}/documents`, this.#url), {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${this.#key}`,
          'Content-Type': 'application/x-ndjson',
          'Accept-Encoding': 'identity',
        },
        body: lines,
        signal: AbortSignal.timeout(IMPORT_MS),
      });
      const answer = accepted.safeParse(await reply.json());
      if (reply.ok && answer.success && answer.data.taskUid !== undefined)
        return answer.data.taskUid;
      throw new MeilisearchRequestError(reply.status, answer.data?.code);
    });
  }

  /** Removes documents by primary key. Meilisearch executes this task after all tasks that were sent before. */
  async removeDocuments(uid: string, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#task(
      async () => (await this.#import.index(uid).deleteDocuments([...keys])).taskUid,
    );
  }

  /** Reads one page of documents. */
  async documents(
    uid: string,
    {
      fields,
      offset,
      limit,
    }: { readonly fields: readonly string[]; readonly offset: number; readonly limit: number },
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    try {
      const page = { fields: [...fields], offset, limit };
      return (await this.#import.index(uid).getDocuments(page)).results;
    } catch (cause) {
      throw engineErrorOf(cause);
    }
  }

  /** Waits until a task is done. Throws SearchEngineError when the task failed. */
  async done(taskUid: number): Promise<void> {
    try {
      const task = await this.#import.tasks.waitForTask(taskUid, {
        timeout: TASK_MS,
        interval: TASK_POLL_MS,
      });
      if (task.status === 'succeeded') return;
      const code = task.error?.code ?? task.status;
      throw new SearchEngineError(
        code === 'no_space_left_on_device' ? 'disk_full' : 'failed',
        `A task of the import failed in the search engine (${code}).`,
      );
    } catch (cause) {
      throw engineErrorOf(cause);
    }
  }

  async #task(send: () => Promise<number>, once = false): Promise<void> {
    await this.done(await this.#retried(send, once));
  }

  /**
   * Sends a request and repeats it with growing, random delays while Meilisearch's queue is full. A request that is not
   * idempotent (`once`) is repeated only when it was certainly not executed.
   */
  async #retried(send: () => Promise<number>, once = false): Promise<number> {
    for (let turn = 1; ; turn++) {
      try {
        return await send();
      } catch (cause) {
        const may = classifyRetry(cause);
        if (may === null || (once && may === 'unknown') || turn === RETRIES)
          throw engineErrorOf(cause);
        const most = RETRY_MS * turn * turn;
        await wait(randomInt(most / 2, most + 1));
      }
    }
  }
}
