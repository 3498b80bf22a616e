import type { Links } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import type { Clock } from '@bridge/kernel';

/** The dependencies of the handlers of the worlds service. */
export interface WorldsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly links: Links;
  /** Maximum number of Worlds that one account may found. */
  readonly worldsPerAccountMax: number;
}
