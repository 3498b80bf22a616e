import type { BusDriver, ServiceRequestFunction } from '@bridge/bus';
import type { WebhookDeps } from './webhooks/webhook-deps.ts';

/** Dependencies of the handlers of the account service. */
export interface AccountDeps extends WebhookDeps {
  /** Driver of the bus, which sends hints (messages that something changed). */
  readonly driver: BusDriver;
  readonly request: ServiceRequestFunction;
  /** Price of one call of `pages.generate`, in credits. */
  readonly generateCost: number;
  /** Makes the webhook sender of this process look soon for events of this account to send. */
  readonly wakeSender: (accountId: string) => void;
}
