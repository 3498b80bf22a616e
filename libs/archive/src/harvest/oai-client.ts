import type { Clock } from '@bridge/kernel';
import { gunzipSync } from 'node:zlib';
import { HarvestRequestError, HarvestError } from './harvest-fault.ts';
import { type OaiPage, readOaiPage } from './oai-page.ts';

/** Maximum number of attempts to download a page. */
const ATTEMPTS_MAX = 6;
/** Pause in s before the second attempt to download a page; it doubles with each further attempt. */
const PAUSE_S = 5;
/** Longest pause in s that a Retry-After header may request; a longer one ends the harvest, which can be continued later. */
export const RETRY_AFTER_S_MAX = 900;
/** Maximum number of redirects of one harvest. */
const REDIRECTS_MAX = 5;
/** Maximum size of a page (response of an OAI-PMH server) in bytes. */
export const PAGE_BYTES_MAX = 64 * 1024 * 1024;
/** Maximum time to download a page, ms; large repositories need minutes for a page. */
export const PAGE_MS_MAX = 180_000;
/** HTTP statuses after which a request is repeated. */
const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** HTTP response of an OAI-PMH server; its content is untrusted. */
export interface OaiHttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** The dependencies of an OaiClient, which downloads pages of an OAI-PMH repository. */
export interface OaiClientDeps {
  /** Sends a GET request with the limits PAGE_MS_MAX and PAGE_BYTES_MAX. Throws HarvestRequestError. */
  readonly fetch: (
    url: string,
    headers: Readonly<Record<string, string>>,
  ) => Promise<OaiHttpResponse>;
  readonly clock: Clock;
  readonly wait: (ms: number) => Promise<void>;
  readonly onWait: (seconds: number, reason: string) => void;
  /** User-Agent header: name of the program, and the operator's contact. */
  readonly userAgent: string;
}

/** Downloads pages of an OAI-PMH repository one at a time; obeys Retry-After and repeats failed requests. */
export class OaiClient {
  #address: URL;
  readonly #deps: OaiClientDeps;
  #redirects = 0;

  /** Sets the address of the repository. Throws HarvestError for an invalid address. */
  constructor(address: string, deps: OaiClientDeps) {
    const url = URL.parse(address);
    if (url === null || !/^https?:$/.test(url.protocol))
      throw new HarvestError(
        'bad_address',
        `${address} is no address of OAI-PMH: it begins with https:// or http://.`,
      );
    url.search = '';
    url.hash = '';
    this.#address = url;
    this.#deps = deps;
  }

  /** Sends an OAI-PMH request and returns the parsed response, which may state a protocol error. Throws HarvestError. */
  async page(parameters: Readonly<Record<string, string>>): Promise<OaiPage> {
    let failure = '';
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      const answer = await this.#get(parameters);
      const page = typeof answer === 'string' ? answer : this.#read(answer);
      if (typeof page === 'object') return page;
      failure = page;
      const pauseS = PAUSE_S * 2 ** (attempt - 1);
      const requestedS = typeof answer === 'string' ? null : this.#requestedPauseS(answer);
      if (attempt < ATTEMPTS_MAX) await this.#pause(requestedS ?? pauseS, failure);
    }
    throw new HarvestError(
      'later',
      `${this.#address.host} failed ${ATTEMPTS_MAX} times (${failure}). Run the command again later: it continues where it stopped.`,
    );
  }

  /** Bytes of the last downloaded page, decompressed but not parsed. */
  body: Buffer = Buffer.alloc(0);

  async #pause(seconds: number, reason: string): Promise<void> {
    this.#deps.onWait(seconds, reason);
    await this.#deps.wait(seconds * 1000);
  }

  /** Sends one request. Returns the response, or the reason as text when the request must be repeated. Throws HarvestError. */
  async #get(parameters: Readonly<Record<string, string>>): Promise<OaiHttpResponse | string> {
    const url = new URL(this.#address);
    url.search = new URLSearchParams(parameters).toString();
    try {
      return await this.#deps.fetch(url.href, {
        'user-agent': this.#deps.userAgent,
        accept: 'text/xml, application/xml',
        'accept-encoding': 'identity',
      });
    } catch (error) {
      if (!(error instanceof HarvestRequestError)) throw error;
      if (error.kind === 'again') return error.message;
      if (error.kind === 'redirect') {
        this.#follow(error.location);
        return await this.#get(parameters);
      }
      if (error.kind === 'too_large')
        throw new HarvestError(
          'too_large',
          `${this.#address.host} sent a page of more than ${PAGE_BYTES_MAX / 1024 / 1024} MiB. Harvest one set at a time (--set).`,
        );
      throw new HarvestError(
        'unreachable',
        `${this.#address.href} cannot be harvested: ${error.message}`,
      );
    }
  }

  /** Follows a redirect to the same host, but not from https to http. Throws HarvestError for other redirects. */
  #follow(location: string): void {
    const from = this.#address;
    const to = URL.parse(location, from.href);
    this.#redirects += 1;
    const isSafe = to?.protocol === 'https:' || to?.protocol === from.protocol;
    if (to === null || to.hostname !== from.hostname || !isSafe || this.#redirects > REDIRECTS_MAX)
      throw new HarvestError(
        'redirect',
        to === null || this.#redirects > REDIRECTS_MAX
          ? `${from.href} redirects without an end.`
          : `${from.href} moved to another server. If you trust it, harvest ${to.protocol}//${to.host}${to.pathname}.`,
      );
    to.search = '';
    this.#address = to;
  }

  /** Returns the pause in s that a Retry-After header requests, or null. Throws HarvestError when the pause is too long. */
  #requestedPauseS({ headers }: OaiHttpResponse): number | null {
    const seconds = retryAfterS(headers['retry-after'], this.#deps.clock.now());
    if (seconds !== null && seconds > RETRY_AFTER_S_MAX)
      throw new HarvestError(
        'later',
        `${this.#address.host} requests a pause of ${Math.ceil(seconds / 60)} minutes. Run the command again then: it continues where it stopped.`,
      );
    return seconds;
  }

  /** Parses a response. Returns the reason as text when the request must be repeated. Throws HarvestError. */
  #read({ status, headers, body }: OaiHttpResponse): OaiPage | string {
    if (RETRIED_STATUSES.has(status)) return `the server answered ${status}`;
    if (status !== 200)
      throw new HarvestError(
        'refused',
        `${this.#address.href} answered ${status}. Check the address in a browser: it must answer to ?verb=Identify.`,
      );
    const page = readOaiPage(this.#unpack(headers['content-encoding'], body));
    if (page === 'cut_off') return 'the answer ended too early';
    if (page !== 'not_oai') return page;
    throw new HarvestError(
      'not_oai',
      `${this.#address.href} does not answer with OAI-PMH. The address must be that of the interface, not of a page about it.`,
    );
  }

  /** Decompresses a response: some servers use gzip although the request excludes it. Throws HarvestError for a damaged one. */
  #unpack(encoding: string | readonly string[] | undefined, body: Buffer): Buffer {
    this.body = body;
    if (encoding !== 'gzip') return body;
    try {
      this.body = gunzipSync(body, { maxOutputLength: PAGE_BYTES_MAX });
    } catch (cause) {
      throw new HarvestError(
        'not_oai',
        `${this.#address.host} sent a page that cannot be unpacked.`,
        { cause },
      );
    }
    return this.body;
  }
}

/** Parses a Retry-After header (seconds or a date) to seconds; null when it is invalid. */
function retryAfterS(header: string | readonly string[] | undefined, now: number): number | null {
  const text = (typeof header === 'string' ? header : (header?.[0] ?? '')).trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
