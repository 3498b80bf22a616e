import { freePort, startProduct } from '@bridge/testing';
import type { TestProject } from 'vitest/node';
import { startOwnerMaker } from './owner-maker.ts';
import { scanSecrets } from './scan-secrets.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The all-in-one that the scenarios call. Its rate limits are off, because scenarios send calls quickly. */
    readonly product: {
      readonly baseUrl: string;
      readonly contentUrl: string;
      /** Address of /livez, /readyz and /metrics. */
      readonly internalUrl: string;
      readonly env: Readonly<Record<string, string>>;
      /** Address that creates owners (owner-maker.ts). */
      readonly owners: string;
    };
  }
}

/** Starts the all-in-one once per run on a new data folder; at the end the folder must contain no secret. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const internal = `127.0.0.1:${await freePort()}`;
  const product = await startProduct({
    // Webhooks of the scenarios go to receivers on this machine.
    env: {
      BRIDGE_LIMITS: 'off',
      BRIDGE_INTERNAL_LISTEN: internal,
      BRIDGE_OUTBOUND: 'loopback',
    },
  });
  const maker = await startOwnerMaker(product);
  project.provide('product', {
    baseUrl: product.baseUrl,
    contentUrl: product.contentUrl,
    internalUrl: `http://${internal}`,
    env: product.env,
    owners: maker.url,
  });
  return async () => {
    try {
      await maker.close();
      await scanSecrets(product);
    } finally {
      await product.stop();
    }
  };
}
