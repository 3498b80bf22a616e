import { parseArgs } from 'node:util';
import { SETTINGS, SettingsError } from './settings.ts';

/** A parsed command line: values by environment variable name, and whether --help is present. */
export interface CommandLineFlags {
  readonly help: boolean;
  readonly env: Readonly<Record<string, string>>;
}

/** Returns the command-line flag of a setting: `base-url` for `BRIDGE_BASE_URL`. */
function flagOf(name: string): string {
  return name.replace('BRIDGE_', '').toLowerCase().replaceAll('_', '-');
}
const NAMES = Object.keys(SETTINGS);
/** `--port N` sets the port of the API to N, and the port of published websites to N plus this number. */
const CONTENT_PORT_STEP = 1;

/**
 * Parses the flags of a start command. Each setting has a flag. `--port N` sets the address of the API to http://localhost:N
 * and that of published websites to the next port.
 */
export function parseFlags(args: readonly string[]): CommandLineFlags {
  const options = Object.fromEntries([
    ...NAMES.map((name): [string, { type: 'string' }] => [flagOf(name), { type: 'string' }]),
    ['port', { type: 'string' } as const],
    ['url', { type: 'string' } as const],
  ]);
  let values: Readonly<Record<string, string | boolean | undefined>>;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    }));
  } catch (error) {
    throw new SettingsError([
      `${error instanceof Error ? error.message.split('.')[0] : 'Wrong flags'}. See --help.`,
    ]);
  }
  const env: Record<string, string> = {};
  if (typeof values.port === 'string') {
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 1 || port > 65_534)
      throw new SettingsError(['--port must be a number from 1 to 65534.']);
    env.BRIDGE_BASE_URL = `http://localhost:${port}`;
    env.BRIDGE_CONTENT_URL = `http://localhost:${port + CONTENT_PORT_STEP}`;
  }
  if (typeof values.url === 'string') env.BRIDGE_BASE_URL = values.url;
  for (const name of NAMES) {
    const value = values[flagOf(name)];
    if (typeof value === 'string') env[name] = value;
  }
  return { help: values.help === true, env };
}

/** Returns the help text of a start command: each setting with its flag, meaning and default. */
export function settingsHelp(): string {
  const lines = Object.entries(SETTINGS).map(([name, { schema, about }]) => {
    const given: unknown = schema.safeParse(undefined).data;
    const shown = typeof given === 'string' || typeof given === 'number' ? ` [${given}]` : '';
    return `  --${flagOf(name).padEnd(16)} ${name.padEnd(23)} ${about}${shown}`;
  });
  return [
    '  --port N           sets both addresses: http://localhost:N and the content origin on N+1',
    '  --url URL          the same as --base-url',
    ...lines,
  ].join('\n');
}
