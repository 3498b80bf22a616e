import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Direction of the bytes that a network fault affects: client to server, server to client, or both. */
export type FaultDirection = 'requests' | 'replies' | 'both';

/** The network fault that a proxy currently applies. */
interface NetworkFault {
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
  readonly swallow: FaultDirection | null;
  readonly refuse: boolean;
}

const HEALTHY: NetworkFault = {
  latencyMs: 0,
  bytesPerSecond: Infinity,
  swallow: null,
  refuse: false,
};

/** A TCP proxy in front of a server, with which tests inject network faults. */
export interface FaultProxy {
  readonly port: number;
  /** The server's URL with host and port replaced by those of the proxy. */
  readonly url: string;
  /** Number of open connections. */
  connections(): number;
  /** Delays all bytes by `ms` in both directions. */
  latency(ms: number): void;
  /** Limits the throughput in both directions. */
  slow(bytesPerSecond: number): void;
  /** Resets all open and new connections until `heal`. */
  cut(): void;
  /** Resets the open connections; new connections work. */
  reset(): void;
  /**
   * Drops bytes while connections stay open. With `replies` the server still receives and executes requests, but the client
   * does not get the answers and cannot know the outcome.
   */
  halfOpen(direction?: FaultDirection): void;
  /** Drops all bytes of open connections for ever, without FIN or RST, as a firewall does; new connections work. */
  strand(): void;
  /** Ends all faults; dropped bytes stay lost. */
  heal(): void;
  stop(): Promise<void>;
}

/** Starts a fault proxy in front of `target`, a URL with host and port such as `nats://127.0.0.1:4222`. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  const behind = new URL(target);
  const host = behind.hostname;
  const port = Number(behind.port);
  let fault = HEALTHY;
  const open = new Set<Socket>();
  const stranded = new WeakSet<Socket>();
  const reset = () => {
    for (const socket of open) socket.resetAndDestroy();
  };

  const proxy = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (fault.refuse) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ host, port, allowHalfOpen: true, noDelay: true });
    join(client, upstream, open);
    const now = (): NetworkFault => (stranded.has(client) ? { ...fault, swallow: 'both' } : fault);
    void pass(client, upstream, 'requests', now);
    void pass(upstream, client, 'replies', now);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const front = new URL(target);
  front.host = `127.0.0.1:${address.port}`;

  return {
    port: address.port,
    url: target.endsWith('/') ? front.href : front.href.replace(/\/$/, ''),
    connections: () => open.size / 2,
    latency: (latencyMs) => void (fault = { ...fault, latencyMs }),
    slow: (bytesPerSecond) => void (fault = { ...fault, bytesPerSecond }),
    cut() {
      fault = { ...fault, refuse: true };
      reset();
    },
    reset,
    halfOpen: (swallow = 'both') => void (fault = { ...fault, swallow }),
    strand: () => {
      for (const socket of open) stranded.add(socket);
    },
    heal: () => void (fault = HEALTHY),
    async stop() {
      fault = { ...fault, refuse: true };
      reset();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/** Closes each side of a proxied connection when the other side closes. */
function join(client: Socket, upstream: Socket, open: Set<Socket>): void {
  for (const [socket, other] of [
    [client, upstream],
    [upstream, client],
  ] as const) {
    open.add(socket);
    socket.on('error', () => other.resetAndDestroy());
    socket.on('close', () => {
      open.delete(socket);
      other.destroy();
    });
  }
}

/**
 * Maximum number of chunks per direction that are delayed at the same time. More than one, so that a delay does not limit the
 * throughput.
 */
const IN_FLIGHT_MAX = 64;

/**
 * Copies bytes in one direction, in order. Delay and rate of the fault that is active when a chunk arrives apply to the chunk.
 */
async function pass(
  from: Socket,
  to: Socket,
  direction: FaultDirection,
  fault: () => NetworkFault,
): Promise<void> {
  let inFlight = 0;
  let tail = Promise.resolve();
  const deliver = async (chunk: Buffer, dueAt: number, transferMs: number) => {
    const waitMs = Math.max(0, dueAt - performance.now()) + transferMs;
    if (waitMs > 0) await delay(waitMs);
    const { swallow } = fault();
    if (swallow !== 'both' && swallow !== direction && !to.write(chunk)) {
      // Waiting for `drain` alone could last for ever, because the connection may have been reset.
      await Promise.race([once(to, 'drain'), once(to, 'close')]).catch(() => undefined);
    }
    inFlight -= 1;
  };
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      const { latencyMs, bytesPerSecond } = fault();
      const dueAt = performance.now() + latencyMs;
      const transferMs = (chunk.length / bytesPerSecond) * 1_000;
      inFlight += 1;
      tail = tail.then(() => deliver(chunk, dueAt, transferMs));
      if (inFlight >= IN_FLIGHT_MAX || transferMs > 0) await tail;
    }
    await tail;
    if (fault().swallow === null) to.end();
  } catch {
    // One side of the connection was reset, which closes the other side too.
  }
}
