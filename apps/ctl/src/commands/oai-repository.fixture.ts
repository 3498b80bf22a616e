import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A record in the OAI-PMH repository that tests harvest. */
export interface OaiTestRecord {
  readonly id: string;
  /** Time of the record's last change, such as `2026-01-01T00:00:00Z`. */
  readonly changed: string;
  /** Title of the record; null for a deleted record. */
  readonly title: string | null;
}

/** A function that answers a request with an error or a damaged response, in place of the test repository. */
export type FaultyOaiResponder = (response: ServerResponse, query: URLSearchParams) => void;

/** An OAI-PMH 2.0 server that tests harvest. A test sets its records, and the faults of its responses. */
export interface OaiTestRepository {
  readonly url: string;
  records: OaiTestRecord[];
  /** Maximum number of records in one response. */
  pageSize: number;
  /** For each of the next requests for records, the function that answers it with a fault; null for a normal response. */
  faults: (FaultyOaiResponder | null)[];
  /** The query string and the User-Agent of every request. */
  readonly requests: { readonly query: string; readonly agent: string }[];
  /** The largest number of requests that the server has processed at the same time. */
  inProgressMax: number;
  /** Called for each `ListRecords` request, before it is answered. */
  onList: () => void;
  stop(): Promise<void>;
}

const XML = { 'content-type': 'text/xml; charset=utf-8' };
const NOW = '2026-02-01T12:00:00Z';

/** Wraps content into an OAI-PMH response document. */
export function oaiAnswer(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>${NOW}</responseDate><request>http://repository.example/oai</request>${content}</OAI-PMH>`;
}
const errorOf = (code: string): string => oaiAnswer(`<error code="${code}">no</error>`);

function recordOf({ id, changed, title }: OaiTestRecord): string {
  const status = title === null ? ' status="deleted"' : '';
  const header = `<header${status}><identifier>oai:repository.example:${id}</identifier><datestamp>${changed}</datestamp></header>`;
  const metadata =
    title === null
      ? ''
      : `<metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></oai_dc:dc></metadata>`;
  return `<record>${header}${metadata}</record>`;
}

function listOf({ records, pageSize }: OaiTestRepository, query: URLSearchParams): string {
  const token = query.get('resumptionToken');
  const [from, start] = token === null ? [query.get('from') ?? '', 0] : tokenOf(token);
  if (start === null) return errorOf('badResumptionToken');
  if (token === null && query.get('metadataPrefix') !== 'oai_dc')
    return errorOf('cannotDisseminateFormat');
  const chosen = records.filter(({ changed }) => changed >= from);
  if (chosen.length === 0) return errorOf('noRecordsMatch');
  const next = start + pageSize;
  const rest =
    next < chosen.length
      ? `<resumptionToken completeListSize="${chosen.length}" cursor="${start}">${from}|${next}</resumptionToken>`
      : '<resumptionToken/>';
  return oaiAnswer(
    `<ListRecords>${chosen.slice(start, next).map(recordOf).join('')}${rest}</ListRecords>`,
  );
}

function tokenOf(token: string): readonly [from: string, start: number | null] {
  const [, from = '', start] = /^([^|]*)\|(\d+)$/.exec(token) ?? [];
  return [from, start === undefined ? null : Number(start)];
}

function answerOf(repository: OaiTestRepository, query: URLSearchParams): string {
  switch (query.get('verb')) {
    case 'Identify':
      return oaiAnswer(
        '<Identify><repositoryName>Example</repositoryName><deletedRecord>persistent</deletedRecord><granularity>YYYY-MM-DDThh:mm:ssZ</granularity></Identify>',
      );
    case 'ListMetadataFormats':
      return oaiAnswer(
        '<ListMetadataFormats><metadataFormat><metadataPrefix>oai_dc</metadataPrefix></metadataFormat></ListMetadataFormats>',
      );
    case 'ListRecords':
      return listOf(repository, query);
    default:
      return errorOf('badVerb');
  }
}

/** Starts an OAI-PMH repository without records, for tests. */
export async function openRepository(): Promise<OaiTestRepository> {
  let inProgress = 0;
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const query = new URL(request.url ?? '', 'http://repository.example').searchParams;
    inProgress += 1;
    repository.inProgressMax = Math.max(repository.inProgressMax, inProgress);
    response.once('close', () => (inProgress -= 1));
    repository.requests.push({
      query: query.toString(),
      agent: request.headers['user-agent'] ?? '',
    });
    const isList = query.get('verb') === 'ListRecords';
    if (isList) repository.onList();
    const fault = isList ? repository.faults.shift() : null;
    if (fault === null || fault === undefined)
      response.writeHead(200, XML).end(answerOf(repository, query));
    else fault(response, query);
  };
  const server = createServer(respond);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const repository: OaiTestRepository = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/oai`,
    records: [],
    pageSize: 10,
    faults: [],
    requests: [],
    inProgressMax: 0,
    onList: () => undefined,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return repository;
}
