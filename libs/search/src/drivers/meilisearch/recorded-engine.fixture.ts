import type { Clock } from '@bridge/kernel';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type QueryInterpretation } from '../../interpretation.ts';
import { SEARCH_FIELDS, type SearchDocument, type SearchField } from '../../search-document.ts';
import { MeilisearchSearchIndex } from './meilisearch-index.ts';

/** Clock with a fixed time, because recorded requests contain dates. */
export const clock: Clock = { now: () => Date.UTC(2026, 0, 1), monotonic: () => 0 };

/** A recorded answer of Meilisearch. */
interface RecordedReply {
  readonly status: number;
  readonly body: unknown;
}
/** A recorded request to Meilisearch with its answer. */
export interface RecordedExchange {
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly reply: RecordedReply;
}
/** The replacement of a recorded answer: another answer, no answer, or a closed connection. Null keeps the recorded answer. */
export type RecordedReplyOverride = RecordedReply | 'silent' | 'cut' | null;

/** Files with recorded requests and answers. */
export const RECORDED = {
  search: new URL('./fixtures/search.json', import.meta.url),
  import: new URL('./fixtures/import.json', import.meta.url),
};

/** Version name in the recorded import. */
export const RECORDED_VERSION = 'v2';

/** The interpretations (ways to read one query) that the recorded search contains. */
export const RECORDED_QUERY: readonly QueryInterpretation[] = [
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
/** Options of the recorded search: it ends when it has found 100 candidates. */
export const ENOUGH = { enough: 100 };

const servers: Server[] = [];
/** Stops all servers that `playing` started. */
export function endEngines(): void {
  for (const one of servers.splice(0)) {
    one.close();
    one.closeAllConnections();
  }
}

/** Parses a request body: one JSON value, or one per line. */
export function bodyOf(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = bytes.toString('utf8').trimEnd();
  const lines = text.split('\n');
  return lines.length > 1 ? lines.map((line): unknown => JSON.parse(line)) : JSON.parse(text);
}

const UNEXPECTED = { message: 'not expected', code: 'unexpected', type: 'test', link: '' };

/**
 * Starts a server that replays recorded answers in order; surplus requests get status 500. `override` may replace the
 * answer to a request, by its number from 0.
 */
export async function playing(
  name: keyof typeof RECORDED,
  override: (at: number, exchange: RecordedExchange | undefined) => RecordedReplyOverride = () =>
    null,
): Promise<{
  index: MeilisearchSearchIndex;
  asked: unknown[];
  expected: readonly RecordedExchange[];
}> {
  const expected = JSON.parse(readFileSync(RECORDED[name], 'utf8')) as readonly RecordedExchange[];
  const asked: unknown[] = [];
  let next = 0;
  const app = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const body = bodyOf(bytes);
      const { method = '', url = '' } = request;
      const exchange = expected[next];
      const instead = override(asked.length, exchange);
      asked.push({ method, path: url, ...(body === undefined ? {} : { body }) });
      if (instead === 'silent') return;
      if (instead === 'cut') {
        response.destroy();
        return;
      }
      // The client repeats a refused or unanswered request, so the recording does not advance.
      if (instead === null || instead.status < 429) next += 1;
      // Requests must disable compression, which would cost Meilisearch 45 ms (measured).
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
    index: new MeilisearchSearchIndex({ url: `http://127.0.0.1:${port}`, key: 'key', clock }),
    asked,
    expected,
  };
}

const FIELDS: ReadonlyMap<SearchField, string> = new Map([
  ['title', 'great wave'],
  ['creator', 'hokusai'],
]);

/** The document in the recorded import. */
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
