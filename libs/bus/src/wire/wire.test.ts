import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  breakingDifferences,
  BROKER_USERS,
  busReference,
  messageSchemas,
  permissionsConf,
  type SchemasByBusSubject,
} from './index.ts';

const ROOT = new URL('../../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const committed = JSON.parse(read('libs/bus/schemas/v1.json')) as SchemasByBusSubject;

describe('the messages of the contracts', () => {
  test('are compatible with a service of the committed release', () => {
    expect(breakingDifferences(committed, messageSchemas())).toEqual([]);
  });

  test('are in the committed files: else run node scripts/gen-bus.ts', () => {
    expect(messageSchemas()).toEqual(committed);
    expect(permissionsConf()).toBe(read('deploy/nats/permissions.conf'));
    expect(busReference()).toBe(read('docs/reference/bus.md'));
  });

  test('have a user for every service in both configurations of the broker', () => {
    for (const file of ['deploy/nats/nats.conf', 'deploy/nats/nats.passwords.conf']) {
      const users = [...read(file).matchAll(/permissions: \$PERMISSIONS_([A-Z]+) /g)];
      expect(users.map(([, name]) => name?.toLowerCase())).toEqual([...BROKER_USERS]);
    }
  });
});
