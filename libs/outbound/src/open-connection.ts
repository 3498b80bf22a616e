import { request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { OutboundFailure } from './outbound-failure.ts';
import { hostOf, type ResolvedOutboundTarget } from './resolve-target.ts';

/** Proxy, certificate authority and abort signal of a connection to another host. */
export interface OutboundConnectionOptions {
  /** URL of an HTTP proxy, or null. */
  readonly proxy: URL | null;
  /** PEM certificate authority to trust instead of those of the system. */
  readonly ca: string | undefined;
  /** Aborts the connection attempt. */
  readonly signal: AbortSignal;
}

/** Maximum time of a TCP connection attempt to one IP address without a proxy, ms. Then the next address is tried. */
const CONNECT_MS_MAX = 3_000;

function failure(cause: unknown): OutboundFailure {
  return new OutboundFailure('unreachable', 'No connection to the address could be made.', {
    cause,
  });
}

/** Resolves when `event` reports that the socket is connected; on failure destroys the socket and rejects. */
function opened<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const stop = (cause: unknown): void => {
      socket.destroy();
      reject(failure(cause));
    };
    const aborted = (): void => stop(signal.reason);
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', aborted, { once: true });
    // A second error without a listener would end the process, so the listener stays.
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
 * Opens a tunnel through the HTTP proxy to the checked IP address, not to the host name, because the proxy would resolve the
 * name without the check.
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
  { url, port }: ResolvedOutboundTarget,
  address: string,
  { proxy, ca, signal }: OutboundConnectionOptions,
): Promise<Socket> {
  const socket =
    proxy === null
      ? await connectDirect(address, port, signal)
      : await connectThrough(proxy, address, port, signal);
  if (url.protocol === 'http:') return socket;
  const host = hostOf(url);
  // The certificate must match the host in the URL. TLS sends no server name for an IP address.
  const name = isIP(host) === 0 ? { servername: host } : { host };
  const options = { socket, ALPNProtocols: ['http/1.1'], ...(ca === undefined ? {} : { ca }) };
  return opened(connectTls({ ...options, ...name }), 'secureConnect', signal);
}

/**
 * Opens a connection to the first of the target’s checked IP addresses that accepts it. Throws OutboundFailure `unreachable`.
 */
export async function openConnection(
  target: ResolvedOutboundTarget,
  options: OutboundConnectionOptions,
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
