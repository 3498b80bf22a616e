import type { Clock } from '@bridge/kernel';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Reading } from '../../search-index.ts';
import { SEARCH_FIELDS, type SearchDocument, type SearchField } from '../../search-document.ts';
import { MeilisearchIndex } from './meilisearch-index.ts';

/** A clock for recorded exchanges, which hold dates. */
export const clock: Clock = { now: () => Date.UTC(2026, 0, 1), monotonic: () => 0 };

interface Reply {
  readonly status: number;
  readonly body: unknown;
}
/** One request as it was recorded, with what the engine said. */
export interface Exchange {
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly reply: Reply;
}
/** What the engine does instead of its recorded reply: another one, no answer ever, or the line cut. */
export type Trouble = Reply | 'silent' | 'cut' | null;

/** Where the exchanges are kept. */
export const RECORDED = {
  search: new URL('./fixtures/search.json', import.meta.url),
  import: new URL('./fixtures/import.json', import.meta.url),
};

/** The version that the recorded import makes. */
export const RECORDED_VERSION = 'v2';

/** The readings of the recorded search. */
export const READINGS: readonly Reading[] = [
  {
    all: [
      { any: [{ words: ['wave'] }, { words: ['welle'] }] },
      { any: [{ words: ['hokusai'], fields: ['creator'] }] },
    ],
    none: [{ words: ['photograph'] }],
    filter: { facets: { form: ['print'] }, years: { from: 1800, to: 1850 } },
    limit: 50,
  },
  { all: [{ any: [{ words: ['great', 'wave'], phrase: true, fields: ['title'] }] }], limit: 10 },
];
/** What the recorded search asked for. */
export const ENOUGH = { enough: 100 };

const servers: Server[] = [];
/** Ends every engine that `playing` started. */
export function endEngines(): void {
  for (const one of servers.splice(0)) {
    one.close();
    one.closeAllConnections();
  }
}

/** A request's body as values: one, or one for each line. */
export function bodyOf(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = bytes.toString('utf8').trimEnd();
  const lines = text.split('\n');
  return lines.length > 1 ? lines.map((line): unknown => JSON.parse(line)) : JSON.parse(text);
}

const UNEXPECTED = { message: 'not expected', code: 'unexpected', type: 'test', link: '' };

/**
 * A server that plays recorded exchanges of a real engine back in their order; what is asked beyond them answers 500 and
 * is kept. `trouble` may answer otherwise, by the number of the request, counted from zero.
 */
export async function playing(
  name: keyof typeof RECORDED,
  trouble: (at: number, exchange: Exchange | undefined) => Trouble = () => null,
): Promise<{ index: MeilisearchIndex; asked: unknown[]; expected: readonly Exchange[] }> {
  const expected = JSON.parse(readFileSync(RECORDED[name], 'utf8')) as readonly Exchange[];
  const asked: unknown[] = [];
  let next = 0;
  const app = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const body = bodyOf(bytes);
      const { method = '', url = '' } = request;
      const exchange = expected[next];
      const instead = trouble(asked.length, exchange);
      asked.push({ method, path: url, ...(body === undefined ? {} : { body }) });
      if (instead === 'silent') return;
      if (instead === 'cut') {
        response.destroy();
        return;
      }
      // What was refused for the moment is asked for again, as what was never answered.
      if (instead === null || instead.status < 429) next += 1;
      // The reply must come plain: packed and chunked it costs 45 ms (measured).
      const plain =
        request.headers['accept-encoding'] === 'identity' &&
        request.headers.authorization === 'Bearer key';
      const reply = instead ?? exchange?.reply ?? { status: 500, body: UNEXPECTED };
      response.writeHead(plain ? reply.status : 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply.body));
    });
  });
  servers.push(app);
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const { port } = app.address() as AddressInfo;
  return {
    index: new MeilisearchIndex({ url: `http://127.0.0.1:${port}`, key: 'key', clock }),
    asked,
    expected,
  };
}

const FIELDS: ReadonlyMap<SearchField, string> = new Map([
  ['title', 'great wave'],
  ['creator', 'hokusai'],
]);

/** The document of the recorded import. */
export const document: SearchDocument = {
  id: 'moma:1',
  rank: 85,
  hash: 'h1',
  stamp: 0,
  fields: SEARCH_FIELDS.map((field) => FIELDS.get(field) ?? ''),
  facets: {
    type: 'IMAGE',
    source: 'moma',
    rights: 'unknown',
    form: 'print',
    decade: '1830s',
    language: '',
    image: 'yes',
    from: 1830,
    to: 1832,
  },
  entities: ['creator:Hokusai'],
  key: 'wave',
  body: '{"id":"moma:1"}',
};
