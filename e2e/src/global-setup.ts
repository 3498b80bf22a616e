import { freePort, startProduct } from '@bridge/testing';
import type { TestProject } from 'vitest/node';
import { startOwnerMaker } from './owner-maker.ts';
import { scanSecrets } from './scan-secrets.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The all-in-one that the scenarios call; its rates are off, because scenarios are in a hurry. */
    readonly product: {
      readonly baseUrl: string;
      readonly contentUrl: string;
      /** Where /livez, /readyz and /metrics answer. */
      readonly internalUrl: string;
      readonly env: Readonly<Record<string, string>>;
      /** Where owners are made. */
      readonly owners: string;
    };
  }
}

/** Once per run: the all-in-one as a user starts it, on a new data folder; at the end no secret may stand in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const internal = `127.0.0.1:${await freePort()}`;
  const product = await startProduct({
    env: { BRIDGE_LIMITS: 'off', BRIDGE_INTERNAL_LISTEN: internal },
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
