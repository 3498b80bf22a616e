import { embeddedDatabase } from '@bridge/db';
import { processEnv, readSettings, type ProcessSettings } from '@bridge/kernel';
import { resolve } from 'node:path';

/** The flags that name the product on which a command works. They take precedence over the environment. */
export interface DataFolderAndUrlFlags {
  readonly data?: string | undefined;
  readonly url?: string | undefined;
}

/**
 * Reads the settings of a command from its flags and the environment. Without BRIDGE_BASE_URL, uses the address of the product
 * that runs on the data folder (BRIDGE_DATA). Throws SettingsError.
 */
export function toolSettings({ data, url }: DataFolderAndUrlFlags = {}): ProcessSettings {
  const env = {
    ...processEnv(),
    ...(data === undefined ? {} : { BRIDGE_DATA: data }),
    ...(url === undefined ? {} : { BRIDGE_BASE_URL: url }),
  };
  const settings = readSettings(env);
  if (env['BRIDGE_BASE_URL'] !== undefined) return settings;
  const address = embeddedDatabase(settings)?.holder?.address;
  return address === undefined ? settings : readSettings({ ...env, BRIDGE_BASE_URL: address });
}

/** Returns a line that names the product on which a command works. It contains no password. */
export function describeProduct(settings: ProcessSettings): string {
  const embedded = embeddedDatabase(settings);
  if (embedded === null) {
    const database = URL.parse(settings.BRIDGE_DB ?? '');
    const where = database === null ? 'of BRIDGE_DB' : `${database.host}${database.pathname}`;
    return `Product ${settings.BRIDGE_BASE_URL}, database ${where}`;
  }
  const state = embedded.holder?.kind === 'service' ? 'running' : 'not running';
  return `Product ${settings.BRIDGE_BASE_URL} (${state}), data ${resolve(settings.BRIDGE_DATA)}`;
}
