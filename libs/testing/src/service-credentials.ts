import type { SettingName } from '@bridge/kernel';
import type { SplitServiceName } from './split-services.ts';

/** Names of the settings that are credentials; each process receives only those that it needs. */
export const CREDENTIALS = [
  'BRIDGE_DB',
  'BRIDGE_DB_DIRECT',
  'BRIDGE_S3_KEY',
  'BRIDGE_S3_SECRET',
  'BRIDGE_MEILI_KEY',
  'BRIDGE_AUTH_SECRET',
  'BRIDGE_PREVIEW_SECRET',
  'BRIDGE_WEBHOOK_SECRET',
  'BRIDGE_GENERATE_KEY',
  'BRIDGE_OUTBOUND_PROXY',
] as const satisfies readonly SettingName[];
/** Name of a setting that is a credential. */
export type CredentialSettingName = (typeof CREDENTIALS)[number];

const STORE = ['BRIDGE_S3_KEY', 'BRIDGE_S3_SECRET'] as const;

/** The credentials that each service receives, in tests and in the compose file. */
export const SERVICE_CREDENTIALS: Readonly<
  Record<SplitServiceName | 'ctl' | 'migrate', readonly CredentialSettingName[]>
> = {
  gateway: ['BRIDGE_DB', ...STORE, 'BRIDGE_AUTH_SECRET', 'BRIDGE_PREVIEW_SECRET'],
  worlds: ['BRIDGE_DB'],
  builder: ['BRIDGE_DB', ...STORE],
  publisher: STORE,
  account: ['BRIDGE_DB', 'BRIDGE_WEBHOOK_SECRET', 'BRIDGE_OUTBOUND_PROXY'],
  generator: ['BRIDGE_GENERATE_KEY', 'BRIDGE_OUTBOUND_PROXY'],
  surf: [...STORE, 'BRIDGE_MEILI_KEY'],
  sites: [...STORE, 'BRIDGE_PREVIEW_SECRET'],
  ctl: ['BRIDGE_DB', ...STORE, 'BRIDGE_MEILI_KEY'],
  migrate: ['BRIDGE_DB'],
};

/** Returns the settings for one service: all that are not credentials, and those credentials that the service needs. */
export function settingsOf(
  service: keyof typeof SERVICE_CREDENTIALS,
  all: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const needed: readonly string[] = SERVICE_CREDENTIALS[service];
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name]) => !CREDENTIALS.some((one) => one === name) || needed.includes(name),
    ),
  );
}
