import type { BlobStore, Wiring } from '@bridge/blobs';
import type { Bus } from '@bridge/bus';
import { parseListen, readPolicy, StartError, type Module, type Settings } from '@bridge/kernel';
import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { originOf } from './address.ts';
import { openPublicFacts } from './facts/public-facts.ts';
import { contentLinks } from './links.ts';
import { everyHeaders, makeSitesServer } from './server.ts';
import { openStoredBytes } from './stored-bytes.ts';

/** A service behind a balancer goes on taking connections for this long after it was told to stop. */
const LINGER_MS = 1_000;

/** The open content origin. */
export interface Sites {
  /** Port it listens on. */
  readonly port: number;
}

/** Where to listen: as told, or loopback and the port of the content URL. */
function listenAddress(settings: Settings): { readonly host: string; readonly port: number } {
  if (settings.BRIDGE_CONTENT_LISTEN !== undefined)
    return parseListen(settings.BRIDGE_CONTENT_LISTEN);
  const { port, protocol } = new URL(settings.BRIDGE_CONTENT_URL);
  const ofProtocol = protocol === 'https:' ? 443 : 80;
  return { host: '127.0.0.1', port: port === '' ? ofProtocol : Number(port) };
}

function startError(error: unknown, where: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(
        `${where} is taken by another program, so the content origin cannot listen there: end that program, or set BRIDGE_CONTENT_URL or BRIDGE_CONTENT_LISTEN to another port.`,
      );
    case 'EACCES':
      return new StartError(
        `The content origin may not listen on ${where}: set BRIDGE_CONTENT_LISTEN to a port above 1023.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `${where} is no address of this machine: set BRIDGE_CONTENT_LISTEN to one that is.`,
      );
    default:
      return error;
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  } catch (error) {
    throw startError(error, `${host}:${port}`);
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** The module `sites`: the content origin. Throws StartError when it cannot listen. */
export function sitesModule(
  wiring: Wiring,
): Module<'sites', Sites, { readonly bus: Bus; readonly blobs: BlobStore }> {
  return {
    name: 'sites',
    needs: ['bus', 'blobs'],
    open: async ({ bus, blobs, settings, clock, ids, log, stopping }) => {
      const policy = await readPolicy(settings);
      const facts = openPublicFacts(bus, { clock, ids, log });
      const contentUrl = settings.BRIDGE_CONTENT_URL;
      const { server, drain } = makeSitesServer({
        facts,
        stored: openStoredBytes(blobs, clock),
        links: contentLinks({ baseUrl: settings.BRIDGE_BASE_URL, contentUrl }),
        clock,
        log,
        origin: originOf(contentUrl),
        headers: everyHeaders(contentUrl),
        draining: () => stopping.aborted,
        policy,
        hops: settings.BRIDGE_PROXY_HOPS,
      });
      const where = listenAddress(settings);
      const port = await listen(server, where.host, where.port).catch(async (error: unknown) => {
        await facts.close();
        throw error;
      });
      return {
        value: { port },
        ready: async () => ({ ok: server.listening && !stopping.aborted }),
        close: async () => {
          if (wiring === 'service') await delay(LINGER_MS);
          await drain();
          await facts.close();
        },
      };
    },
  };
}
