import type { DatabaseClient } from '@bridge/db';
import type { CommonModuleDeps } from '@bridge/kernel';
import type { OutboundClient } from '@bridge/outbound';
import type { WebhookSecretCipher } from './secret-box.ts';

/** Dependencies of the functions that manage webhooks and send their events. */
export interface WebhookDeps extends Pick<CommonModuleDeps, 'clock' | 'ids' | 'log'> {
  readonly db: DatabaseClient;
  readonly outbound: OutboundClient;
  /** Encrypts and decrypts the secrets of webhooks in the database. */
  readonly secrets: WebhookSecretCipher;
  /** Aborts attempts when the process stops. */
  readonly stopping: AbortSignal;
}

/** Returns the current time of the process’s clock, for an SQL statement. */
export function nowOf({ clock }: Pick<WebhookDeps, 'clock'>): Date {
  return new Date(clock.now());
}
