import type { BusDriver, RequestFunction } from '@bridge/bus';
import type { Db } from '@bridge/db';
import type { Clock, Ids } from '@bridge/kernel';

/** Dependencies of the handlers. */
export interface AccountDeps {
  readonly db: Db;
  /** Sends hints. */
  readonly driver: BusDriver;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly request: RequestFunction;
  /** Credits that one call of `pages.generate` costs. */
  readonly generateCost: number;
}
