import { freePort, startProduct } from '@bridge/testing';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The all-in-one that the scenarios call; its rates are off, because scenarios are in a hurry. */
    readonly product: {
      readonly baseUrl: string;
      readonly contentUrl: string;
      /** Where /livez, /readyz and /metrics answer. */
      readonly internalUrl: string;
      readonly env: Readonly<Record<string, string>>;
    };
  }
}

/** Once per run: the all-in-one as a user starts it, on a new data folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const internal = `127.0.0.1:${await freePort()}`;
  const product = await startProduct({
    env: { BRIDGE_LIMITS: 'off', BRIDGE_INTERNAL_LISTEN: internal },
  });
  project.provide('product', {
    baseUrl: product.baseUrl,
    contentUrl: product.contentUrl,
    internalUrl: `http://${internal}`,
    env: product.env,
  });
  return () => product.stop();
}
