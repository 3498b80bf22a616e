import { startProduct } from '@bridge/testing';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The all-in-one that the scenarios call; its rates are off, because scenarios are in a hurry. */
    readonly product: {
      readonly baseUrl: string;
      readonly contentUrl: string;
      readonly env: Readonly<Record<string, string>>;
    };
  }
}

/** Once per run: the all-in-one as a user starts it, on a new data folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct({ env: { BRIDGE_LIMITS: 'off' } });
  project.provide('product', {
    baseUrl: product.baseUrl,
    contentUrl: product.contentUrl,
    env: product.env,
  });
  return () => product.stop();
}
