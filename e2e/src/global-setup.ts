import { attachOrStart } from '@bridge/db';
import { freePort, standInProvider, startProduct } from '@bridge/testing';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startOwnerMaker } from './owner-maker.ts';
import type { ProductUnderTest } from './product-under-test.ts';
import { providerSettings } from './provider-settings.ts';
import { scanSecrets } from './scan-secrets.ts';

declare module 'vitest' {
  /** The values that the global setup passes to every test file. */
  interface ProvidedContext {
    /** The all-in-one product that the scenarios call. Rate limits are off, because scenarios send calls quickly. */
    readonly product: ProductUnderTest;
  }
}

/** Starts the all-in-one product once per test run, on a new data folder. At the end, fails if the folder contains a secret. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const internal = `127.0.0.1:${await freePort()}`;
  const provider = await standInProvider();
  const product = await startProduct({
    env: {
      BRIDGE_LIMITS: 'off',
      BRIDGE_INTERNAL_LISTEN: internal,
      ...providerSettings(provider),
    },
  });
  const database = await attachOrStart(join(product.data, 'db'));
  const maker = await startOwnerMaker(database.url, product.env);
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
      await database.stop();
      await product.stop();
      await provider.stop();
    }
  };
}
