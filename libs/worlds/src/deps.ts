import type { PublicLinkBuilder } from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import type { Clock } from '@bridge/kernel';

/** The dependencies of the handlers of the worlds service. */
export interface WorldsDeps {
  readonly db: DatabaseClient;
  readonly clock: Clock;
  readonly links: PublicLinkBuilder;
  /** Maximum number of Worlds that one account may found. */
  readonly worldsPerAccountMax: number;
}
