import type { StandInProvider } from '@bridge/testing';

/** The provider's key in these tests, which no log may contain. */
export const PROVIDER_KEY = 'sk-e2e-4f0c1d5e8a7b';

/** Settings by which a product reaches the stand-in of a provider, and receivers of webhooks on this machine. */
export function providerSettings({ url }: StandInProvider): Readonly<Record<string, string>> {
  return {
    BRIDGE_OUTBOUND: 'loopback',
    BRIDGE_GENERATE_URL: url,
    BRIDGE_GENERATE_MODEL: 'stand-in',
    BRIDGE_GENERATE_KEY: PROVIDER_KEY,
  };
}
