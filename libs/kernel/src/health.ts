import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { errorCodeOf } from './error-code.ts';
import { metricsText } from './metrics.ts';
import { ProgramStartError } from './start-error.ts';

/**
 * Health of one part of the process, such as the database, shown at /readyz. A part with `ok: false` makes the process unready
 * only if `blocksTraffic` is true.
 */
export interface ProcessPartHealth {
  readonly part: string;
  readonly ok: boolean;
  /** One sentence about what the part waits for. */
  readonly note?: string;
  /** True when no request can be answered without this part; /readyz then returns 503. */
  readonly blocksTraffic?: boolean;
}
/** Health of the process; a load balancer sends requests only while `ready` is true. */
export interface ProcessHealth {
  readonly ready: boolean;
  readonly parts: readonly ProcessPartHealth[];
}

/**
 * Serves /livez, /readyz and /metrics at `listen` (host:port), which no public proxy should forward. Throws ProgramStartError
 * when the address cannot be used.
 */
export async function serveHealth(
  listen: string,
  health: () => Promise<ProcessHealth>,
): Promise<Server> {
  const { host, port } = parseListen(listen);
  const server = healthServer(health);
  await listening(server, () => server.listen(port, host)).catch((error: unknown) => {
    const code = errorCodeOf(error) || 'unknown reason';
    throw new ProgramStartError(
      `The health checks cannot listen on ${listen} (${code}): choose another address with BRIDGE_INTERNAL_LISTEN.`,
      { cause: error },
    );
  });
  return server;
}

/**
 * Serves /livez, /readyz and /metrics on a Unix socket that only this user can open. Replaces a socket file that a killed
 * process left, so the caller must hold the lock of the data folder.
 */
export async function serveControl(
  path: string,
  health: () => Promise<ProcessHealth>,
): Promise<Server> {
  rmSync(path, { force: true });
  const server = healthServer(health);
  await listening(server, () => server.listen(path));
  chmodSync(path, 0o600);
  return server;
}

async function listening(server: Server, listen: () => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).once('listening', resolve);
    listen();
  });
}

function healthServer(health: () => Promise<ProcessHealth>): Server {
  return createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/';
      if (path === '/livez') {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"alive":true}');
      } else if (path === '/readyz') {
        const state = await health();
        response
          .writeHead(state.ready ? 200 : 503, { 'content-type': 'application/json' })
          .end(JSON.stringify(state));
      } else if (path === '/metrics') {
        response
          .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
          .end(await metricsText());
      } else {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"ok":false}');
      }
    })().catch(() => response.destroy());
  });
}

/** Splits `host:port` and removes the brackets of an IPv6 host. */
export function parseListen(listen: string): { readonly host: string; readonly port: number } {
  const colon = listen.lastIndexOf(':');
  return {
    host: listen.slice(0, colon).replace(/^\[|\]$/g, ''),
    port: Number(listen.slice(colon + 1)),
  };
}
