import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Lower limit of the tried ports. All tried ports are below the ephemeral range of outgoing connections. */
const PORT_MIN = 15_000;
const PORT_MAX = 32_000;
const PORT_TRIES_MAX = 100;
/** The random ports that this process has tried. A caller uses its port only later, so no other caller may get the same one. */
const tried = new Set<number>();

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen({ port, host: '127.0.0.1', exclusive: true });
  return once(server, 'listening').then(
    async () => {
      server.close();
      await once(server, 'close');
      return true;
    },
    () => false,
  );
}

/** Finds a free TCP port on 127.0.0.1: `wished` when it is free, else a random port below the ephemeral range. */
export async function freePort(wished: number | null = null): Promise<number> {
  if (wished !== null && (await canListen(wished))) return wished;
  for (let tries = 1; tries <= PORT_TRIES_MAX; tries += 1) {
    const port = randomInt(PORT_MIN, PORT_MAX);
    if (tried.has(port)) continue;
    tried.add(port);
    if (await canListen(port)) return port;
  }
  throw new Error(`none of ${PORT_TRIES_MAX} ports of 127.0.0.1 is free`);
}
