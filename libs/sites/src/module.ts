import type { BlobStore, BlobStoreProcessKind } from '@bridge/blobs';
import type { MessageBus } from '@bridge/bus';
import { parseListen, readPolicy, type ProcessModule, type ProcessSettings } from '@bridge/kernel';
import { hostNames, listenAt, openPreviewTokens, portOf, type ListenAddress } from '@bridge/web';
import { setTimeout as delay } from 'node:timers/promises';
import { openPublicFacts } from './facts/public-facts.ts';
import { makeContentLinks } from './links.ts';
import { openPreviews } from './preview/previews.ts';
import { commonHeaders, makeSitesServer } from './server.ts';
import { openStoredBytes } from './stored-bytes.ts';

/**
 * Time in ms for which a stopping process of the content origin still accepts connections, so that load balancers can notice
 * that it is not ready.
 */
const SERVE_ON_MS = 1_000;

/** The running content origin, the host of all published websites. */
export interface RunningContentOrigin {
  /** The TCP port on which the content origin listens. */
  readonly port: number;
}

/** Parses BRIDGE_CONTENT_LISTEN; without it, returns the loopback address with the port of BRIDGE_CONTENT_URL. */
function listenAddress({
  BRIDGE_CONTENT_LISTEN,
  BRIDGE_CONTENT_URL,
}: ProcessSettings): ListenAddress {
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

/**
 * The module `sites`: the content origin, the host of all published websites. Throws ProgramStartError when it cannot listen.
 */
export function sitesModule(
  wiring: BlobStoreProcessKind,
): ProcessModule<
  'sites',
  RunningContentOrigin,
  { readonly bus: MessageBus; readonly blobs: BlobStore }
> {
  return {
    name: 'sites',
    needs: ['bus', 'blobs'],
    open: async ({ bus, blobs, settings, clock, ids, log, stopping }) => {
      const policy = await readPolicy(settings);
      const facts = openPublicFacts(bus, { clock, ids, log });
      const stored = openStoredBytes(blobs, clock);
      const contentUrl = settings.BRIDGE_CONTENT_URL;
      const links = makeContentLinks({ baseUrl: settings.BRIDGE_BASE_URL, contentUrl });
      const tokens = await openPreviewTokens(wiring, settings);
      const previews = openPreviews({ tokens, bus, blobs, stored, clock, ids });
      const { server, drain } = makeSitesServer({
        facts,
        previews,
        stored,
        links,
        clock,
        log,
        hosts: hostNames(contentUrl),
        headers: commonHeaders(contentUrl),
        isDraining: () => stopping.aborted,
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
          if (wiring === 'service') await delay(SERVE_ON_MS);
          await drain();
          await facts.close();
        },
      };
    },
  };
}
