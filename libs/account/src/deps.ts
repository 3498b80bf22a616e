import type { BusDriver, RequestFunction } from '@bridge/bus';
import type { WebhookDeps } from './webhooks/webhook-deps.ts';

/** Dependencies of the handlers. */
export interface AccountDeps extends WebhookDeps {
  /** Sends hints. */
  readonly driver: BusDriver;
  readonly request: RequestFunction;
  /** Credits that one call of `pages.generate` costs. */
  readonly generateCost: number;
  /** Lets the sender of webhooks look at this account soon. */
  readonly wakeSender: (accountId: string) => void;
}
