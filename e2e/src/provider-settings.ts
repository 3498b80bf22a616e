import type { StandInModelProvider } from '@bridge/testing';

/** The API key in these tests for the model provider of generated drafts. No log may contain it. */
export const PROVIDER_KEY = 'sk-e2e-4f0c1d5e8a7b';

/** Settings with which a product uses a stand-in model provider for generated drafts, and may send webhooks to this machine. */
export function providerSettings({ url }: StandInModelProvider): Readonly<Record<string, string>> {
  return {
    BRIDGE_OUTBOUND: 'loopback',
    BRIDGE_GENERATE_URL: url,
    BRIDGE_GENERATE_MODEL: 'stand-in',
    BRIDGE_GENERATE_KEY: PROVIDER_KEY,
  };
}
