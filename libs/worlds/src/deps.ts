import type { Links } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import type { Clock } from '@bridge/kernel';

/** Dependencies of the handlers. */
export interface WorldsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly links: Links;
  /** Quota: Worlds one account may found. */
  readonly worldsPerAccountMax: number;
}
