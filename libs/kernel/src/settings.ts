import { z } from 'zod';
import { OUTBOUND_SETTINGS } from './outbound-settings.ts';
import {
  folderOrUrl,
  httpUrl,
  listen,
  secret,
  setting,
  type SettingDefinition,
} from './setting-values.ts';

/**
 * All settings of all processes: name, schema and description. The all-in-one (all services in one process) differs only in the
 * defaults (ADR 007).
 */
export const SETTINGS = {
  BRIDGE_BASE_URL: setting(
    httpUrl.default('http://localhost:4000'),
    'Address of the app origin: API, MCP, console.',
  ),
  BRIDGE_CONTENT_URL: setting(
    httpUrl.default('http://localhost:4001'),
    'Address of the content origin, where published websites live; another host than the app origin.',
  ),
  BRIDGE_LISTEN: setting(
    listen.optional(),
    'Where the app origin listens; by default loopback and the port of BRIDGE_BASE_URL.',
  ),
  BRIDGE_CONTENT_LISTEN: setting(
    listen.optional(),
    'Where the content origin listens; by default loopback and the port of BRIDGE_CONTENT_URL.',
  ),
  BRIDGE_INTERNAL_LISTEN: setting(
    listen.optional(),
    'Where /livez, /readyz and /metrics of this process listen; not served when unset.',
  ),
  BRIDGE_DATA: setting(
    z.string().min(1).default('./data'),
    'Folder of everything that embedded defaults keep.',
  ),
  BRIDGE_DB: setting(
    folderOrUrl(
      /^(?:embedded:.*|postgres(?:ql)?:\/\/.+)$/,
      'must be embedded:<folder> or postgres://…',
    ).optional(),
    'Database: embedded:<folder> (default of the all-in-one, inside BRIDGE_DATA) or postgres://user:password@host/database.',
  ),
  BRIDGE_DB_DIRECT: setting(
    folderOrUrl(/^postgres(?:ql)?:\/\/.+$/, 'must be postgres://…').optional(),
    'Database address for migrations: as the role that owns the tables, and past a pooler; BRIDGE_DB when unset.',
  ),
  BRIDGE_BUS: setting(
    z
      .string()
      .regex(/^(?:memory:|nats:\/\/.+|tls:\/\/.+)$/, 'must be memory: or nats://host,nats://host')
      .optional(),
    'Bus: memory: (default of the all-in-one) or nats://a,nats://b.',
  ),
  BRIDGE_BLOBS: setting(
    folderOrUrl(
      /^(?:file:.+|s3\+https?:\/\/[^/]+\/.+)$/,
      'must be file:<folder> or s3+https://host/bucket',
    ).optional(),
    'Blob store: file:<folder> (default of the all-in-one) or s3+http(s)://host/bucket.',
  ),
  BRIDGE_SEARCH: setting(
    folderOrUrl(
      /^(?:file:.+|meili\+https?:\/\/.+)$/,
      'must be file:<folder> or meili+https://host',
    ).optional(),
    'Search engine: file:<folder> (SQLite FTS5, default of the all-in-one) or meili+http(s)://host.',
  ),
  BRIDGE_SEARCH_LOG: setting(
    z
      .string()
      .regex(/^(?:off|file:.+)$/, 'must be off or file:<folder>')
      .default('off'),
    'Log of search queries: off, or file:<folder> for at most 16 MiB of query texts with number of results and time; never keys or accounts. ctl archive queries reads it.',
  ),
  BRIDGE_S3_KEY: secret(z.string().min(1).optional(), 'Access key of the S3 store.'),
  BRIDGE_S3_SECRET: secret(z.string().min(1).optional(), 'Secret key of the S3 store.'),
  BRIDGE_S3_USERS: secret(
    z.string().min(1).optional(),
    'Secrets of the users that ctl store prepare makes at the S3 store, as gateway=secret,builder=secret; for that command only.',
  ),
  BRIDGE_S3_REGION: setting(z.string().min(1).default('us-east-1'), 'Region of the S3 store.'),
  BRIDGE_MEILI_KEY: secret(z.string().min(1).optional(), 'Key of the search engine.'),
  BRIDGE_NATS_CREDS: setting(
    z.string().min(1).optional(),
    'File with this service’s NATS credentials.',
  ),
  BRIDGE_AUTH_SECRET: secret(
    z.string().min(32).optional(),
    'Secret that signs owners’ sessions, the same on every gateway; the all-in-one makes its own at the first start.',
  ),
  BRIDGE_PREVIEW_SECRET: secret(
    z.string().min(32).optional(),
    'Secret that signs the addresses of previews, the same on every gateway and content origin; without it the split product has no previews. The all-in-one makes its own at the first start.',
  ),
  BRIDGE_WEBHOOK_SECRET: secret(
    z.string().min(32).optional(),
    'Secret that encrypts the secrets of webhooks, the same on every account service; the all-in-one makes its own with the first webhook.',
  ),
  BRIDGE_SIGNUP: setting(
    z.enum(['closed', 'open']).default('closed'),
    'Whether anybody may sign up as an owner.',
  ),
  BRIDGE_ORIGINS: setting(
    z
      .string()
      .default('')
      .transform((text) =>
        text
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      )
      .pipe(z.array(httpUrl)),
    'Further browser origins that may call the API and MCP, comma-separated.',
  ),
  BRIDGE_PROXY_HOPS: setting(
    z.coerce.number().int().min(0).max(10).default(0),
    'How many trusted proxies are in front; the client’s address is taken from X-Forwarded-For by that count. With 1 or more, the requests of a client are bounded instead of its connections.',
  ),
  BRIDGE_LIMITS: setting(
    z.string().min(1).default('default'),
    'Rates, bounds and quotas: default, a JSON file (read by the gateway and the content origin), or off (loopback only, for tests and benchmarks).',
  ),
  ...OUTBOUND_SETTINGS,
  BRIDGE_FAST_PATHS: setting(
    z.enum(['on', 'off']).default('on'),
    'off: code that has a faster form (files *.fast.ts) runs in its plain form, to tell whether a fault is in the faster one.',
  ),
  BRIDGE_LOG: setting(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional(),
    'Least level that is logged as JSON lines on standard error; info for services, warn for the all-in-one.',
  ),
} as const satisfies Record<string, SettingDefinition>;

/** Name of a setting, which is also its environment variable. */
export type SettingName = keyof typeof SETTINGS;
/** The validated values of all settings, by name. */
export type ProcessSettings = {
  readonly [N in SettingName]: z.output<(typeof SETTINGS)[N]['schema']>;
};

/** Matches environment variables that only tests use; they are not reported as unknown settings. */
const TEST_NAMES = /^BRIDGE_(?:TEST_.*|REQUIRE)$/;

/** Error with all problems of a configuration, each a sentence that tells the operator what to change. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Reads and validates all settings. Throws SettingsError with all problems. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): ProcessSettings {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(env)) {
    if (name.startsWith('BRIDGE_') && !Object.hasOwn(SETTINGS, name) && !TEST_NAMES.test(name)) {
      problems.push(`${name} is not a setting; npm run ctl -- config print lists them.`);
    }
  }
  for (const [name, { schema }] of Object.entries(SETTINGS)) {
    const given = env[name] === '' ? undefined : env[name];
    const result = schema.safeParse(given);
    if (result.success) values[name] = result.data;
    else problems.push(`${name}: ${result.error.issues.map((issue) => issue.message).join(', ')}.`);
  }
  if (problems.length > 0) throw new SettingsError(problems);
  // Safe cast: the loop above validated each value with the schema of its setting.
  return values as ProcessSettings;
}

/** Returns the environment variables of this process. The lint configuration refuses every other read of `process.env`. */
export function processEnv(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
