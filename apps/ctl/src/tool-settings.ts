import { embeddedDatabase } from '@bridge/db';
import { processEnv, readSettings, type Settings } from '@bridge/kernel';

/**
 * The settings of a command: those of the environment, and of the product that runs on the same folder its address, wherever
 * it was told to be. Throws SettingsError.
 */
export function toolSettings(): Settings {
  const env = processEnv();
  const settings = readSettings(env);
  if (env['BRIDGE_BASE_URL'] !== undefined) return settings;
  const address = embeddedDatabase(settings)?.holder?.address;
  return address === undefined ? settings : readSettings({ ...env, BRIDGE_BASE_URL: address });
}
