import { parseListen, StartError, type Settings } from '@bridge/kernel';
import type { FastifyInstance } from 'fastify';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
const LOOPBACK = '127.0.0.1';

/** Where the app origin listens: BRIDGE_LISTEN, else this machine only, on the port of BRIDGE_BASE_URL. */
export function whereToListen(settings: Pick<Settings, 'BRIDGE_LISTEN' | 'BRIDGE_BASE_URL'>): {
  readonly host: string;
  readonly port: number;
} {
  if (settings.BRIDGE_LISTEN !== undefined) return parseListen(settings.BRIDGE_LISTEN);
  const { protocol, port } = new URL(settings.BRIDGE_BASE_URL);
  return { host: LOOPBACK, port: port === '' ? (DEFAULT_PORTS[protocol] ?? 80) : Number(port) };
}

/** What is wrong, when one sentence says all of it. */
function sentence(code: unknown, host: string, port: number): string | null {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is taken by another program; stop it, or choose another with --port (BRIDGE_BASE_URL, BRIDGE_LISTEN).`;
    case 'EACCES':
      return `Port ${port} on ${host} is not yours to open; choose one above 1023 with BRIDGE_LISTEN.`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${host}; correct BRIDGE_LISTEN.`;
    default:
      return null;
  }
}

/** Listens; throws StartError with one sentence that tells what to do. */
export async function listen(app: FastifyInstance, settings: Settings): Promise<void> {
  const { host, port } = whereToListen(settings);
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const said = sentence(code, host, port);
    if (said !== null) throw new StartError(said);
    const where = `${host}:${port}`;
    throw new StartError(
      `The app origin cannot listen on ${where}; start again with --log debug (BRIDGE_LOG) to see the cause.`,
      {
        cause: error,
      },
    );
  }
}
