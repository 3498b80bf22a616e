import { embeddedSecret, ProgramStartError, type ProcessSettings } from '@bridge/kernel';
import type { ProcessKind } from '@bridge/db';

/**
 * Returns the secret that signs owners’ sessions: BRIDGE_AUTH_SECRET, or in the all-in-one program the content of a file in
 * its data folder (mode 0600), created at the first start. In a separate gateway process without the setting it throws
 * ProgramStartError, because all gateways must share one secret.
 */
export async function authSecret(wiring: ProcessKind, settings: ProcessSettings): Promise<string> {
  if (settings.BRIDGE_AUTH_SECRET !== undefined) return settings.BRIDGE_AUTH_SECRET;
  if (wiring === 'service') {
    throw new ProgramStartError(
      'BRIDGE_AUTH_SECRET is not set: every gateway needs the same secret of 32 characters or more, as from openssl rand -base64 32.',
    );
  }
  return embeddedSecret(settings.BRIDGE_DATA, {
    file: 'auth-secret',
    name: 'The secret of sessions',
    loss: 'owners then sign in again',
  });
}
