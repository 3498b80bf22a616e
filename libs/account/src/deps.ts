import type { BusDriver, RequestFunction } from '@bridge/bus';
import type { WebhookDeps } from './webhooks/webhook-deps.ts';

/** Dependencies of the handlers of the account service. */
export interface AccountDeps extends WebhookDeps {
  /** Driver of the bus, which sends hints. */
  readonly driver: BusDriver;
  readonly request: RequestFunction;
  /** Price of one call of `pages.generate`, in credits. */
  readonly generateCost: number;
  /** Makes the webhook sender of this process check the webhooks of this account soon. */
  readonly wakeSender: (accountId: string) => void;
}
