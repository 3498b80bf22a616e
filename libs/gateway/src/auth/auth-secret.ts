import { StartError, type Settings } from '@bridge/kernel';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Wiring } from '@bridge/db';

const SECRET_BYTES = 32;
const FILE = 'auth-secret';

async function readOrCreate(folder: string): Promise<string> {
  const path = join(folder, FILE);
  try {
    await mkdir(folder, { recursive: true });
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    // Only the first start creates the file (flag wx); a concurrent start reads it.
    await writeFile(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!isThere)
      throw new StartError(`The secret of sessions cannot be written to ${path}.`, {
        cause: error,
      });
  }
  const secret = (await readFile(path, 'utf8')).trim();
  if (secret.length < SECRET_BYTES)
    throw new StartError(
      `The file ${path} is truncated. Remove it and start again; owners then sign in again.`,
    );
  return secret;
}

/**
 * Returns the secret that signs owners' sessions: BRIDGE_AUTH_SECRET, or in the all-in-one the content of a file in the
 * data folder (mode 0600), created at the first start. A split gateway without the setting throws StartError, because all
 * gateways must share one secret.
 */
export async function authSecret(wiring: Wiring, settings: Settings): Promise<string> {
  if (settings.BRIDGE_AUTH_SECRET !== undefined) return settings.BRIDGE_AUTH_SECRET;
  if (wiring === 'service') {
    throw new StartError(
      'BRIDGE_AUTH_SECRET is not set: every gateway needs the same secret of 32 characters or more, as from openssl rand -base64 32.',
    );
  }
  return readOrCreate(settings.BRIDGE_DATA);
}
