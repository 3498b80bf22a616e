import { z } from 'zod';
import { folderOrUrl, secret, setting } from './setting-values.ts';

/** Settings of drafts that a language model generates, and of HTTP requests that the product sends to other hosts. */
export const OUTBOUND_SETTINGS = {
  BRIDGE_GENERATE_COST: setting(
    z.coerce.number().int().min(1).max(1_000_000).default(10),
    'Credits that one call of pages.generate costs; read by the account service.',
  ),
  BRIDGE_GENERATE_URL: setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'Address of an OpenAI-compatible API for pages.generate, as https://api.example/v1; read by the generator and the gateway. Unset, the action answers 501.',
  ),
  BRIDGE_GENERATE_MODEL: setting(
    z.string().min(1).max(120).optional(),
    'Model that pages.generate asks for.',
  ),
  BRIDGE_GENERATE_KEY: secret(z.string().min(1).optional(), 'Key of that API.'),
  BRIDGE_GENERATE_KEY_FILE: setting(
    z.string().min(1).optional(),
    'File that holds the key of that API, instead of BRIDGE_GENERATE_KEY.',
  ),
  BRIDGE_OUTBOUND: setting(
    z.enum(['public', 'loopback']).default('public'),
    'Where webhooks and generation requests may go: public addresses over https, or loopback for this machine and http too (development and tests).',
  ),
  BRIDGE_OUTBOUND_PROXY: secret(
    folderOrUrl(
      /^http:\/\/(?:[^/%]|%[0-9a-fA-F]{2})+\/?$/,
      'must be http://host:port or http://user:password@host:port, with % in a password written as %25',
    ).optional(),
    'HTTP proxy for webhooks and generation requests; it gets tunnels to checked addresses.',
  ),
} as const;
