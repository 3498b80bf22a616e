import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '@bridge/kernel';
import { MeilisearchSearchIndex } from './meilisearch-index.ts';
import { bodyOf } from './recorded-engine.fixture.ts';

/** A document in the simulated Meilisearch server, as JSON. */
type SimulatedServerDocument = Readonly<Record<string, unknown>>;

/** An index of the simulated Meilisearch server: its documents by primary key. */
type SimulatedMeilisearchIndex = Map<string, SimulatedServerDocument>;

/** A task of the simulated Meilisearch server, executed in the order of arrival. */
interface SimulatedServerTask {
  readonly uid: number;
  readonly type: string;
  readonly work: () => void;
  isDone: boolean;
}

/** An HTTP response of the simulated Meilisearch server. */
interface SimulatedMeilisearchReply {
  readonly status: number;
  readonly body: unknown;
}
/**
 * Number of requests after which the simulated server executes a hidden swap: an index swap whose task it reports as unknown.
 */
const HIDDEN_REQUESTS = 4;

/**
 * A simulated Meilisearch server for tests of builds: indexes of documents, and tasks executed in order. A test compares its
 * answers with recorded ones of a real server.
 */
export class SimulatedMeilisearchServer {
  readonly #indexes = new Map<string, SimulatedMeilisearchIndex>();
  readonly #tasks: SimulatedServerTask[] = [];
  readonly #server: Server;
  #kill: number | null = null;
  #hidesSwaps = false;
  /** Number of further requests before the hidden swap (an index swap whose task is reported as unknown) is executed. */
  #hiddenFor = 0;
  #requests = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#answered(request).then((reply) => {
        if (reply === 'cut') {
          response.destroy();
          return;
        }
        response.writeHead(reply.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(reply.body));
      });
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Opens the archive on this simulated server, as another process would. */
  open(clock: Clock): MeilisearchSearchIndex {
    const { port } = this.#server.address() as AddressInfo;
    return new MeilisearchSearchIndex({ url: `http://127.0.0.1:${port}`, key: 'key', clock });
  }

  /**
   * From now on reports the task of a swap as unknown, as Meilisearch 1.50 does for a key that is limited to some indexes, and
   * executes the swap later.
   */
  hideSwaps(): void {
    this.#hidesSwaps = true;
  }

  /**
   * Simulates a kill of the client at request number `kill`: executes this request without an answer and refuses all later
   * ones. Null ends the simulation. The request count restarts at 0.
   */
  killAt(kill: number | null): void {
    this.#kill = kill;
    this.#requests = 0;
  }

  /** Number of requests since the last call of `killAt`. */
  get requests(): number {
    return this.#requests;
  }

  async #answered(request: IncomingMessage): Promise<SimulatedMeilisearchReply | 'cut'> {
    const body = bodyOf(await buffer(request));
    const at = this.#requests++;
    const kill = this.#kill;
    if (kill !== null && at > kill) return 'cut';
    const reply = this.answer(request.method ?? '', request.url ?? '', body);
    return kill === at ? 'cut' : reply;
  }

  /** Executes a request and returns its answer. */
  answer(method: string, path: string, body: unknown): SimulatedMeilisearchReply {
    if (this.#hiddenFor > 0 && --this.#hiddenFor === 0) this.#execute(this.#tasks.length);
    const { pathname, searchParams } = new URL(path, 'http://engine');
    const [, root = '', uid = '', part, batch] = pathname.split('/');
    if (root === 'multi-search') return this.#search(body as { queries: SimulatedServerQuery[] });
    if (root === 'swap-indexes') return this.#swap(body as { indexes: [string, string] }[]);
    if (root === 'tasks')
      return uid === '' ? this.#waiting(searchParams.get('types') ?? '') : this.#task(Number(uid));
    if (root !== 'indexes') return { status: 500, body: {} };
    if (uid === '') {
      const named = (body as { uid: string }).uid;
      return this.#enqueue('indexCreation', () => this.#indexes.set(named, new Map()));
    }
    if (method === 'DELETE') return this.#enqueue('indexDeletion', () => this.#indexes.delete(uid));
    if (part === 'settings') return this.#enqueue('settingsUpdate', () => undefined);
    if (batch === 'delete-batch')
      return this.#enqueue('documentDeletion', () => {
        for (const key of body as string[]) this.#indexes.get(uid)?.delete(key);
      });
    if (part === 'documents' && method === 'POST')
      return this.#enqueue('documentAdditionOrUpdate', () => {
        for (const one of [body].flat() as SimulatedServerDocument[])
          this.#indexes.get(uid)?.set(String(one['key']), one);
      });
    const index = this.#indexes.get(uid);
    if (index === undefined) return notFound(uid, 404);
    if (part === 'stats') return ok({ numberOfDocuments: index.size });
    if (part === 'documents')
      return ok({ results: Number(searchParams.get('offset')) > 0 ? [] : [...index.values()] });
    return ok({ uid, primaryKey: 'key' });
  }

  #enqueue(type: string, work: () => void): SimulatedMeilisearchReply {
    const uid = this.#tasks.length;
    this.#tasks.push({ uid, type, work, isDone: false });
    return { status: 202, body: { taskUid: uid, status: 'enqueued', type } };
  }

  #swap(
    swaps: readonly { readonly indexes: readonly [string, string] }[],
  ): SimulatedMeilisearchReply {
    const named = swaps.flatMap(({ indexes }) => indexes);
    if (new Set(named).size < named.length)
      return { status: 400, body: { code: 'invalid_swap_duplicate_index_found', message: 'x' } };
    return this.#enqueue('indexSwap', () => {
      for (const {
        indexes: [a, b],
      } of swaps) {
        const [first, second] = [this.#indexes.get(a), this.#indexes.get(b)];
        if (first === undefined || second === undefined) throw new Error(`no ${a} or no ${b}`);
        this.#indexes.set(a, second).set(b, first);
      }
    });
  }

  #waiting(types: string): SimulatedMeilisearchReply {
    const wanted = new Set(types.split(','));
    const waiting = this.#tasks.filter((one) => !one.isDone && wanted.has(one.type));
    return ok({ results: waiting.map(({ uid }) => ({ uid, status: 'enqueued' })) });
  }

  #task(uid: number): SimulatedMeilisearchReply {
    if (this.#hidesSwaps && this.#tasks[uid]?.type === 'indexSwap') {
      this.#hiddenFor = HIDDEN_REQUESTS;
      return { status: 404, body: { message: 'x', code: 'task_not_found', type: 'x', link: '' } };
    }
    this.#execute(uid + 1);
    return ok({ uid, status: 'succeeded', type: this.#tasks[uid]?.type, error: null });
  }

  /** Executes the first `count` tasks, except those that are done. */
  #execute(count: number): void {
    for (const task of this.#tasks.slice(0, count)) {
      if (task.isDone) continue;
      task.work();
      task.isDone = true;
    }
  }

  #search({
    queries,
  }: {
    readonly queries: readonly SimulatedServerQuery[];
  }): SimulatedMeilisearchReply {
    const missing = queries.find(({ indexUid }) => !this.#indexes.has(indexUid));
    if (missing !== undefined) return notFound(missing.indexUid, 400);
    return ok({ results: queries.map((query) => this.#results(query)) });
  }

  #results({ indexUid, filter = [], limit, facets = [] }: SimulatedServerQuery): object {
    const name = /^name = "(.*)"$/.exec(filter[0] ?? '')?.[1];
    const all = [...(this.#indexes.get(indexUid)?.values() ?? [])];
    const hits = all.filter((one) => name === undefined || one['name'] === name);
    const facetDistribution = Object.fromEntries(
      facets.map((facet) => {
        const counts: Record<string, number> = {};
        for (const one of hits) counts[String(one[facet])] = (counts[String(one[facet])] ?? 0) + 1;
        return [facet, counts];
      }),
    );
    return { hits: hits.slice(0, limit), estimatedTotalHits: hits.length, facetDistribution };
  }
}

/** The members of a search request that the simulated Meilisearch server supports. */
interface SimulatedServerQuery {
  readonly indexUid: string;
  readonly filter?: readonly string[];
  readonly limit: number;
  readonly facets?: readonly string[];
}

function ok(body: unknown): SimulatedMeilisearchReply {
  return { status: 200, body };
}

function notFound(uid: string, status: number): SimulatedMeilisearchReply {
  return { status, body: { message: uid, code: 'index_not_found', type: 'x', link: '' } };
}
