import {
  Meilisearch,
  type MultiSearchQuery,
  type SearchResponse,
  type Settings,
} from 'meilisearch';
import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { SearchFault } from '../../search-fault.ts';
import { engineFault, EngineRefusal, classifyRetry } from './engine-fault.ts';

/** Time-outs in ms. A search must be answered within the deadline of the agent's call. */
const SEARCH_MS = 1_500;
const IMPORT_MS = 60_000;
const TASK_MS = 600_000;
const TASK_POLL_MS = 50;
const RETRIES = 5;
const RETRY_MS = 200;

/** Address and key of the engine. */
export interface EngineSettings {
  /** `http(s)://host[:port]`. */
  readonly url: string;
  readonly key: string;
}

const accepted = z.object({ taskUid: z.number().optional(), code: z.string().optional() });

/** Sends the requests of this driver to the engine, with time-outs, retries and faults. */
export class EngineClient {
  readonly #search: Meilisearch;
  readonly #import: Meilisearch;
  readonly #url: string;
  readonly #key: string;

  constructor({ url, key }: EngineSettings) {
    this.#url = url;
    this.#key = key;
    // A compressed, chunked reply costs the engine a fixed 45 ms per search (measured).
    const requestInit = { headers: { 'Accept-Encoding': 'identity' } };
    const base = { host: url, apiKey: key, requestInit };
    this.#search = new Meilisearch({ ...base, timeout: SEARCH_MS });
    this.#import = new Meilisearch({ ...base, timeout: IMPORT_MS });
  }

  /** Sends several searches in one request; they are answered in their order. */
  async search(queries: readonly MultiSearchQuery[]): Promise<readonly SearchResponse[]> {
    try {
      const { results } = await this.#search.multiSearch({ queries: [...queries] });
      return results;
    } catch (cause) {
      throw engineFault(cause);
    }
  }

  async has(uid: string): Promise<boolean> {
    try {
      await this.#import.getRawIndex(uid);
      return true;
    } catch (cause) {
      const fault = engineFault(cause);
      if (fault.reason === 'no_index') return false;
      throw fault;
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

  /** Swaps pairs of indexes in one task. */
  async swap(pairs: readonly (readonly [string, string])[]): Promise<void> {
    const swaps = pairs.map(([a, b]) => ({ indexes: [a, b] as [string, string], rename: false }));
    // A swap is not idempotent, so it is not repeated.
    await this.#task(async () => (await this.#import.swapIndexes(swaps)).taskUid, true);
  }

  /** Waits until no swap and no deletion of an index is in the engine's queue. Errors: SearchFault. */
  async swapsDone(): Promise<void> {
    try {
      const { results } = await this.#import.tasks.getTasks({
        types: ['indexSwap', 'indexDeletion'],
        statuses: ['enqueued', 'processing'],
      });
      for (const { uid } of results) await this.done(uid);
    } catch (cause) {
      throw engineFault(cause);
    }
  }

  async count(uid: string): Promise<number> {
    try {
      return (await this.#import.index(uid).getStats()).numberOfDocuments;
    } catch (cause) {
      throw engineFault(cause);
    }
  }

  /**
   * Sends documents as JSON lines; resolves with the task's id. The engine executes tasks in order. The text is not
   * compressed: compressing costs both sides more than a local network does (ADR 014).
   */
  async add(uid: string, lines: Uint8Array<ArrayBuffer>): Promise<number> {
    return await this.#retried(async () => {
      // The client library accepts texts only, and would copy a text of this size three times.
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
      throw new EngineRefusal(reply.status, answer.data?.code);
    });
  }

  /** Removes documents by their primary keys, after all that was sent before. */
  async removeDocuments(uid: string, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#task(
      async () => (await this.#import.index(uid).deleteDocuments([...keys])).taskUid,
    );
  }

  /** A page of documents. */
  async documents(
    uid: string,
    options: {
      readonly fields: readonly string[];
      readonly filter?: string;
      readonly offset?: number;
      readonly limit: number;
    },
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    try {
      const { fields, ...rest } = options;
      const page = await this.#import.index(uid).getDocuments({ fields: [...fields], ...rest });
      return page.results;
    } catch (cause) {
      throw engineFault(cause);
    }
  }

  /** Waits until a task is done. Errors: SearchFault when it failed. */
  async done(taskUid: number): Promise<void> {
    try {
      const task = await this.#import.tasks.waitForTask(taskUid, {
        timeout: TASK_MS,
        interval: TASK_POLL_MS,
      });
      if (task.status === 'succeeded') return;
      const code = task.error?.code ?? task.status;
      throw new SearchFault(
        code === 'no_space_left_on_device' ? 'disk_full' : 'failed',
        `A task of the import failed in the search engine (${code}).`,
      );
    } catch (cause) {
      throw engineFault(cause);
    }
  }

  async #task(send: () => Promise<number>, once = false): Promise<void> {
    await this.done(await this.#retried(send, once));
  }

  /**
   * Repeats a request with growing, random delays: the engine refuses requests while its queue is full. A request that is
   * not idempotent (`once`) is repeated only when it was certainly not executed.
   */
  async #retried(send: () => Promise<number>, once = false): Promise<number> {
    for (let turn = 1; ; turn++) {
      try {
        return await send();
      } catch (cause) {
        const may = classifyRetry(cause);
        if (may === null || (once && may === 'unknown') || turn === RETRIES)
          throw engineFault(cause);
        const most = RETRY_MS * turn * turn;
        await wait(randomInt(most / 2, most + 1));
      }
    }
  }
}
