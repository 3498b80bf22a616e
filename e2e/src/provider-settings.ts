import type { StandInProvider } from '@bridge/testing';

/** The API key of the provider of generated drafts in these tests. No log may contain it. */
export const PROVIDER_KEY = 'sk-e2e-4f0c1d5e8a7b';

/** Settings by which a product reaches a stand-in provider of generated drafts, and webhook receivers on this machine. */
export function providerSettings({ url }: StandInProvider): Readonly<Record<string, string>> {
  return {
    BRIDGE_OUTBOUND: 'loopback',
    BRIDGE_GENERATE_URL: url,
    BRIDGE_GENERATE_MODEL: 'stand-in',
    BRIDGE_GENERATE_KEY: PROVIDER_KEY,
  };
}
