import { SETTINGS } from '@bridge/kernel';
import { expect, test } from 'vitest';
import { CREDENTIALS, SERVICE_CREDENTIALS, settingsOf } from './service-credentials.ts';

const ALL = {
  BRIDGE_BASE_URL: 'http://localhost:4000',
  ...Object.fromEntries(CREDENTIALS.map((name) => [name, 'secret'])),
};

// Verifies: storage.credentials.
test.each(Object.keys(SERVICE_CREDENTIALS) as (keyof typeof SERVICE_CREDENTIALS)[])(
  '%s is given no credential of another',
  (service) => {
    const given = Object.keys(settingsOf(service, ALL)).sort();
    expect(given).toEqual(['BRIDGE_BASE_URL', ...SERVICE_CREDENTIALS[service]].sort());
  },
);

/** Secret settings that are not among `CREDENTIALS`, each with the reason. */
const OTHER_SECRETS: readonly string[] = [
  // Each process has its own file with NATS credentials.
  'BRIDGE_NATS_CREDS',
  // Only the command that creates the users of the S3 store reads this setting.
  'BRIDGE_S3_USERS',
];

// Verifies: storage.credentials.
test('every secret setting is a credential, so that no service receives one of another', () => {
  const secrets = Object.entries(SETTINGS).filter(([, setting]) => 'secret' in setting);
  const known = new Set<string>([...CREDENTIALS, ...OTHER_SECRETS]);
  expect(secrets.map(([name]) => name).filter((name) => !known.has(name))).toEqual([]);
  expect(secrets.length).toBeGreaterThan(OTHER_SECRETS.length);
});

test('the session secret is given to the gateway alone, and no database to publisher, surf and sites', () => {
  const withCredential = (name: string) =>
    Object.entries(SERVICE_CREDENTIALS)
      .filter(([, needed]) => needed.some((one) => one === name))
      .map(([service]) => service);
  expect(withCredential('BRIDGE_AUTH_SECRET')).toEqual(['gateway']);
  expect(withCredential('BRIDGE_PREVIEW_SECRET')).toEqual(['gateway', 'sites']);
  expect(withCredential('BRIDGE_WEBHOOK_SECRET')).toEqual(['account']);
  expect(withCredential('BRIDGE_GENERATE_KEY')).toEqual(['generator']);
  expect(withCredential('BRIDGE_DB')).toEqual([
    'gateway',
    'worlds',
    'builder',
    'account',
    'ctl',
    'migrate',
  ]);
});
