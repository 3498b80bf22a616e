import type { Db } from '@bridge/db';
import type { Base } from '@bridge/kernel';
import type { OutboundClient } from '@bridge/outbound';
import type { SecretBox } from './secret-box.ts';

/** Dependencies of webhooks. */
export interface WebhookDeps extends Pick<Base, 'clock' | 'ids' | 'log'> {
  readonly db: Db;
  readonly outbound: OutboundClient;
  /** Encrypts the secrets in the database. */
  readonly secrets: SecretBox;
  /** Ends attempts when the process stops. */
  readonly stopping: AbortSignal;
}

/** The moment of a statement. */
export function nowOf({ clock }: Pick<WebhookDeps, 'clock'>): Date {
  return new Date(clock.now());
}
