import type { ArchiveStats, ImportEnd, ImportRun, ImportTarget } from '@bridge/archive';
import type { Request } from '@bridge/bus';
import { SURF, type Callable, type CallPrincipal } from '@bridge/contracts';
import type { Clock, Ids } from '@bridge/kernel';
import { type Batch, type PutResult, SearchFault } from '@bridge/search';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import type { Explanation } from '../search/explain.ts';
import type { ImportStatus, RunName } from './import-desk.ts';
import type { Operator } from './operator.ts';
import { asSearchFault, type Fault, packed, PIECE_CHARS_MAX } from './wire.ts';

/** The operator acts for no account. */
const OPERATOR: CallPrincipal = {
  account_id: null,
  key_id: null,
  scopes: [],
  worlds: null,
  surface: 'ctl',
};
const POLL_MS = 200;
/** Finishing a large archive takes minutes on a slow engine; silence for this long is a failure. */
const SILENCE_MS = 600_000;
/** Documents of one message to begin with; what does not fit is halved. */
const DOCUMENTS = 250;
/** Characters of the end before they are packed, in one piece. */
const END_CHARS = 300_000;

interface Reach {
  readonly request: Request;
  readonly clock: Clock;
  readonly ids: Ids;
}

type SaidSchema = z.ZodType<{ value?: unknown; fault: Fault | null }>;

/** Calls the surf service for an operator. Errors: SearchFault as the service met it, BridgeError of the bus. */
class Service {
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  get clock(): Clock {
    return this.#reach.clock;
  }

  async ask<I extends z.ZodType, O extends SaidSchema>(
    message: Callable<I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>['value']> {
    const { request, ids } = this.#reach;
    const { result } = await request(message, {
      ctx: OPERATOR,
      input,
      requestId: ids.make('req'),
    });
    if (result.fault !== null) throw asSearchFault(result.fault);
    return result.value;
  }

  /** Asks until the import is in this state; replicas that do not lead it say `none`. */
  async reached(state: ImportStatus['state']): Promise<ImportStatus> {
    const until = this.clock.monotonic() + SILENCE_MS;
    for (;;) {
      const status = (await this.ask(SURF.importStatus, {})) as ImportStatus;
      if (status.state === state) return status;
      if (this.clock.monotonic() > until)
        throw new SearchFault('slow', 'The surf service does not get on with the import.');
      await wait(POLL_MS);
    }
  }
}

async function hashesOf(service: Service, run: RunName): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let from: number | null = 0; from !== null;) {
    const page: { hashes: { source: string; own: string[] }[]; next: number | null } | null =
      await service.ask(SURF.importHashes, { run, from });
    for (const { source, own } of page?.hashes ?? []) {
      const known = found.get(source);
      if (known === undefined) found.set(source, own);
      else for (const hash of own) known.push(hash);
    }
    from = page?.next ?? null;
  }
  return found;
}

async function sendBatch(service: Service, run: RunName, batch: Batch): Promise<PutResult> {
  const { checkpoint = null, force = false } = batch;
  const documents = [...batch.documents];
  const total = { added: 0, changed: 0, unchanged: 0, kept: 0 };
  const send = async (from: number, to: number): Promise<void> => {
    const data = await packed(JSON.stringify(documents.slice(from, to)));
    if (data.length > PIECE_CHARS_MAX && to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      await send(from, middle);
      await send(middle, to);
      return;
    }
    // The checkpoint comes with the last of them: before it the batch counts as not written.
    const last = to === documents.length;
    const done = await service.ask(SURF.importBatch, {
      run,
      documents: data,
      blob: null,
      checkpoint: last ? checkpoint : null,
      force,
    });
    for (const name of ['added', 'changed', 'unchanged', 'kept'] as const)
      total[name] += done?.[name] ?? 0;
  };
  await sendBlobs(service, run, batch);
  for (let from = 0; from < documents.length; from += DOCUMENTS)
    await send(from, Math.min(from + DOCUMENTS, documents.length));
  return total;
}

/** The originals travel before their documents: a checkpoint must never stand without what is before it. */
async function sendBlobs(service: Service, run: RunName, { blobs = [] }: Batch): Promise<void> {
  const none = await packed('[]');
  for (const { name, bytes } of blobs) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
    for (let at = 0, part = 0; at < text.length; at += PIECE_CHARS_MAX, part++)
      await service.ask(SURF.importBatch, {
        run,
        documents: none,
        blob: { name: `${name}/${part}`, data: text.slice(at, at + PIECE_CHARS_MAX) },
        checkpoint: null,
        force: false,
      });
  }
}

async function sendEnd(service: Service, run: RunName, end: ImportEnd): Promise<void> {
  const text = JSON.stringify(end);
  const parts = Math.max(1, Math.ceil(text.length / END_CHARS));
  for (let part = 0; part < parts; part++) {
    // Cut between UTF-16 units, a character may be halved: each piece is packed as JSON text of its own.
    const data = await packed(JSON.stringify(text.slice(part * END_CHARS, (part + 1) * END_CHARS)));
    await service.ask(SURF.importEnd, { run, part, parts, data });
  }
}

function remoteTarget(service: Service): ImportTarget {
  return {
    begin: async ({ mode, resume }): Promise<ImportRun> => {
      await service.ask(SURF.importBegin, { mode, resume });
      const { version, resumed, checkpoints } = await service.reached('running');
      if (version === null) throw new SearchFault('failed', 'The surf service named no version.');
      const run: RunName = { version, mode };
      return {
        version,
        resumed,
        checkpoints: () => Promise.resolve(new Map(checkpoints)),
        hashes: () => hashesOf(service, run),
        put: (batch) => sendBatch(service, run, batch),
        finish: async (end) => {
          await sendEnd(service, run, end);
          const { documents } = await service.reached('serving');
          const now = service.clock.now();
          return {
            version,
            documents: documents ?? 0,
            builtAt: now,
            previous: null,
            trouble: null,
            sources: [],
          };
        },
        abandon: async () => {
          await service.ask(SURF.importStop, { run, keep: false });
        },
        suspend: async () => {
          await service.ask(SURF.importStop, { run, keep: true });
        },
      };
    },
  };
}

/** The operator's hands on the surf service over the bus: needs no password of a database and no key of an engine. */
export function remoteOperator(reach: Reach): Operator {
  const service = new Service(reach);
  return {
    // The other end is this library's localOperator; its values travel as they are.
    stats: async () => (await service.ask(SURF.stats, {})) as ArchiveStats | null,
    rollback: async () => (await service.ask(SURF.rollback, {})) ?? false,
    explain: async (query, id) =>
      (await service.ask(SURF.explain, { query, id })) as Explanation | null,
    judge: async (query) => {
      const score = await service.ask(SURF.judge, query);
      if (score === null) throw new SearchFault('failed', 'The surf service judged nothing.');
      return score;
    },
    target: remoteTarget(service),
  };
}
