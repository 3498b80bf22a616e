import type { BlobStore, Wiring } from '@bridge/blobs';
import type { Bus } from '@bridge/bus';
import { parseListen, readPolicy, type Module, type Settings } from '@bridge/kernel';
import { listenAt, portOf, type ListenAddress } from '@bridge/web';
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

/** Where the content origin listens: BRIDGE_CONTENT_LISTEN, else loopback and the port of BRIDGE_CONTENT_URL. */
function listenAddress({ BRIDGE_CONTENT_LISTEN, BRIDGE_CONTENT_URL }: Settings): ListenAddress {
  const at =
    BRIDGE_CONTENT_LISTEN === undefined
      ? { host: '127.0.0.1', port: portOf(new URL(BRIDGE_CONTENT_URL)) }
      : parseListen(BRIDGE_CONTENT_LISTEN);
  return {
    ...at,
    name: 'The content origin',
    setting: 'BRIDGE_CONTENT_LISTEN',
    urlSetting: 'BRIDGE_CONTENT_URL',
  };
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
        isFast: settings.BRIDGE_FAST_PATHS === 'on',
        hops: settings.BRIDGE_PROXY_HOPS,
      });
      const port = await listenAt(server, listenAddress(settings)).catch(async (error: unknown) => {
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
