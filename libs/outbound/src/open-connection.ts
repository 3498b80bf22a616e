import { request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { OutboundFailure } from './outbound-failure.ts';
import { hostOf, type CheckedTarget } from './resolve-target.ts';

/** Options of a connection to another machine. */
export interface ConnectionOptions {
  /** Address of an HTTP proxy, or null. */
  readonly proxy: URL | null;
  /** Certificate authority instead of the system's, as PEM. */
  readonly ca: string | undefined;
  /** Ends the attempt to connect. */
  readonly signal: AbortSignal;
}

/** Maximum time for one of several addresses, ms, so that the next address is tried within the time of the request. */
const CONNECT_MS_MAX = 3_000;

function failure(cause: unknown): OutboundFailure {
  return new OutboundFailure('unreachable', 'No connection to the address could be made.', {
    cause,
  });
}

/** Waits for the event of a socket that reports a usable connection; destroys the socket when that fails. */
function opened<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const stop = (cause: unknown): void => {
      socket.destroy();
      reject(failure(cause));
    };
    const aborted = (): void => stop(signal.reason);
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', aborted, { once: true });
    // `once` would leave a later error of the socket without a listener.
    socket.on('error', stop);
    socket.once('close', () => stop('closed'));
    socket.once(event, () => {
      signal.removeEventListener('abort', aborted);
      resolve(socket);
    });
  });
}

async function connectDirect(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const attempt = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS_MAX)]);
  return opened(connect({ host, port }), 'connect', attempt);
}

/**
 * Requests a tunnel to the checked address from the proxy, never to the host name: the proxy must not resolve names.
 */
async function connectThrough(
  proxy: URL,
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const authority = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
  const user = decodeURIComponent(proxy.username);
  const login = Buffer.from(`${user}:${decodeURIComponent(proxy.password)}`).toString('base64');
  return new Promise((resolve, reject) => {
    const asked = request({
      host: hostOf(proxy),
      port: proxy.port === '' ? 80 : Number(proxy.port),
      method: 'CONNECT',
      path: authority,
      agent: false,
      signal,
      headers: {
        host: authority,
        ...(user === '' ? {} : { 'proxy-authorization': `Basic ${login}` }),
      },
    });
    asked.on('error', (error) => reject(failure(error)));
    asked.on('response', () => reject(failure('the proxy answered no tunnel')));
    asked.on('connect', (answer, socket: Socket) => {
      if (answer.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(failure(`the proxy answered ${answer.statusCode}`));
    });
    asked.end();
  });
}

async function connectTo(
  { url, port }: CheckedTarget,
  address: string,
  { proxy, ca, signal }: ConnectionOptions,
): Promise<Socket> {
  const socket =
    proxy === null
      ? await connectDirect(address, port, signal)
      : await connectThrough(proxy, address, port, signal);
  if (url.protocol === 'http:') return socket;
  const host = hostOf(url);
  // The certificate is checked against the host of the URL; TLS has no server name for an IP address.
  const name = isIP(host) === 0 ? { servername: host } : { host };
  const options = { socket, ALPNProtocols: ['http/1.1'], ...(ca === undefined ? {} : { ca }) };
  return opened(connectTls({ ...options, ...name }), 'secureConnect', signal);
}

/** Connects to the first checked address that answers. Throws OutboundFailure `unreachable`. */
export async function openConnection(
  target: CheckedTarget,
  options: ConnectionOptions,
): Promise<Socket> {
  let last: unknown;
  for (const address of target.addresses) {
    try {
      return await connectTo(target, address, options);
    } catch (error) {
      last = error;
      if (options.signal.aborted) break;
    }
  }
  throw last;
}
