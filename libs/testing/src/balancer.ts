import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP load balancer on loopback. It forwards each new connection to the next of its target ports that accepts it. */
export interface TcpLoadBalancer {
  readonly port: number;
  close(): Promise<void>;
}

function pipe(client: Socket, upstream: Socket): void {
  client.pipe(upstream);
  upstream.pipe(client);
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  client.on('close', () => upstream.destroy());
  upstream.on('close', () => client.destroy());
}

async function reach(port: number): Promise<Socket | null> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect').then(
    () => socket,
    () => null,
  );
}

/** Starts a TCP load balancer on `port` (0: a free one) that distributes connections over `targets` in turn. */
export async function startBalancer(
  port: number,
  targets: readonly number[],
): Promise<TcpLoadBalancer> {
  let turn = 0;
  const open = new Set<Socket>();
  const server: Server = createServer({ pauseOnConnect: true }, (client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => undefined);
    void (async () => {
      for (let tries = 0; tries < targets.length; tries += 1) {
        const target = targets[turn++ % targets.length];
        const upstream = target === undefined ? null : await reach(target);
        if (upstream === null) continue;
        pipe(client, upstream);
        client.resume();
        return;
      }
      client.destroy();
    })();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
