import type { Db } from '@bridge/db';
import type { BaseDeps } from '@bridge/kernel';
import type { OutboundClient } from '@bridge/outbound';
import type { SecretBox } from './secret-box.ts';

/** Dependencies of the functions on webhooks. */
export interface WebhookDeps extends Pick<BaseDeps, 'clock' | 'ids' | 'log'> {
  readonly db: Db;
  readonly outbound: OutboundClient;
  /** Encrypts and decrypts the secrets in the database. */
  readonly secrets: SecretBox;
  /** Aborts attempts when the process stops. */
  readonly stopping: AbortSignal;
}

/** Returns the current time of the process’s clock, for a statement. */
export function nowOf({ clock }: Pick<WebhookDeps, 'clock'>): Date {
  return new Date(clock.now());
}
