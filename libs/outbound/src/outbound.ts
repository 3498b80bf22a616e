import { request, type IncomingMessage } from 'node:http';
import { lookup } from 'node:dns/promises';
import type { Socket } from 'node:net';
import { openConnection } from './open-connection.ts';
import { OutboundFailure } from './outbound-failure.ts';
import {
  resolveTarget,
  type HostResolver,
  type ResolvedOutboundTarget,
  type OutboundTargetRules,
} from './resolve-target.ts';

/** Options of the outbound HTTP client; absent limits are those in OUTBOUND_LIMITS. */
export interface OutboundClientOptions {
  /** Value of the setting BRIDGE_OUTBOUND; `loopback` also allows requests to this machine. */
  readonly reach: OutboundTargetRules['reach'];
  /** Value of the setting BRIDGE_OUTBOUND_PROXY: URL of an HTTP proxy with support for CONNECT. */
  readonly proxy?: string | undefined;
  /** True also allows http to public hosts, for URLs in an operator's configuration. */
  readonly plain?: boolean;
  /** Allowed ports of a URL, default 443 and 8443; null allows all. */
  readonly ports?: readonly number[] | null;
  /** PEM certificate authority to trust instead of those of the system. */
  readonly ca?: string;
  /** Function that resolves host names; default: the resolver of the system. */
  readonly resolve?: HostResolver;
}

/** An HTTP request to another host, with its limits. */
export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Maximum time from name resolution to the last byte of the answer, ms. */
  readonly timeoutMs?: number;
  /** Maximum size of the answer's body, bytes. */
  readonly answerBytesMax?: number;
  /** Aborts the request. It fails as `unresolved`, `unreachable` or `timeout`, depending on how far it was. */
  readonly signal?: AbortSignal;
}

/** The HTTP answer of another host; its content is untrusted. */
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/**
 * HTTP client for requests to other hosts. It connects to public IP addresses only, and to this machine when `reach` is
 * `loopback`.
 */
export interface OutboundClient {
  /** Throws OutboundFailure when a request to this URL is not allowed. `send` repeats this check. */
  check(url: string): Promise<void>;
  /** Sends a request and reads the complete answer. Throws OutboundFailure. */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
}

/** Default limits of an outbound request. */
export const OUTBOUND_LIMITS = {
  timeoutMs: 10_000,
  answerBytesMax: 1024 * 1024,
  ports: [443, 8443],
} as const;

async function resolveBySystem(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/**
 * Settles as the promise `work` does, or rejects with OutboundFailure `unresolved` when `signal` aborts first. For name
 * resolution, which accepts no signal.
 */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void =>
      reject(new OutboundFailure('unresolved', 'The host name was not resolved in time.'));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

async function readAnswer(answer: IncomingMessage, bytesMax: number): Promise<OutboundAnswer> {
  const status = answer.statusCode ?? 0;
  if (status >= 300 && status < 400)
    throw new OutboundFailure('redirect', `The answer was a redirect (${status}).`, {
      isSent: true,
      location: answer.headers.location ?? '',
    });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax)
      throw new OutboundFailure('too_large', `The answer was larger than ${bytesMax} bytes.`, {
        isSent: true,
      });
    chunks.push(chunk);
  }
  return { status, headers: answer.headers, body: Buffer.concat(chunks) };
}

/** Sends an HTTP request on an open connection, which the caller closes, and reads the answer. */
function exchange(
  socket: Socket,
  { url }: ResolvedOutboundTarget,
  { method, headers, body, answerBytesMax }: OutboundRequest,
): Promise<OutboundAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request({
      createConnection: () => socket,
      method,
      path: `${url.pathname}${url.search}`,
      headers: {
        'user-agent': 'agent-bridge',
        ...headers,
        host: url.host,
        connection: 'close',
        ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
    });
    sent.on('error', reject);
    // Without this listener Node closes the connection and reports neither an answer nor an error.
    sent.on('upgrade', () => reject(new Error('The answer was 101 (Switching Protocols).')));
    sent.on('response', (answer) => {
      readAnswer(answer, answerBytesMax ?? OUTBOUND_LIMITS.answerBytesMax).then(resolve, reject);
    });
    sent.end(body);
  });
}

/**
 * Makes the HTTP client for all URLs that users or operators provide. It requires https, except where the options allow http,
 * resolves the host once, connects only to the checked IP addresses, follows no redirect, and limits time and size.
 * Spec: safety.outbound.
 */
export function makeOutbound(options: OutboundClientOptions): OutboundClient {
  const { reach, ca, plain = false, ports = OUTBOUND_LIMITS.ports } = options;
  const { resolve = resolveBySystem } = options;
  const proxy = options.proxy === undefined ? null : new URL(options.proxy);
  const rules: OutboundTargetRules = { reach, plain, ports, resolve };
  const timed = (ms: number, signal: AbortSignal | undefined): AbortSignal =>
    AbortSignal.any([AbortSignal.timeout(ms), ...(signal === undefined ? [] : [signal])]);
  return {
    async check(url) {
      await within(resolveTarget(url, rules), timed(OUTBOUND_LIMITS.timeoutMs, undefined));
    },
    async send(asked) {
      const signal = timed(asked.timeoutMs ?? OUTBOUND_LIMITS.timeoutMs, asked.signal);
      const target = await within(resolveTarget(asked.url, rules), signal);
      const socket = await openConnection(target, { proxy, ca, signal });
      const end = (): void => void socket.destroy();
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      try {
        return await exchange(socket, target, asked);
      } catch (error) {
        if (error instanceof OutboundFailure) throw error;
        const kind = signal.aborted ? 'timeout' : 'broken';
        const message =
          kind === 'timeout'
            ? 'The answer took too long.'
            : 'The connection broke before the answer ended.';
        throw new OutboundFailure(kind, message, { cause: error, isSent: true });
      } finally {
        signal.removeEventListener('abort', end);
        socket.destroy();
      }
    },
  };
}
