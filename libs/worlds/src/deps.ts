import type { PublicLinkBuilder } from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';

/** The dependencies of the handlers of the worlds service. */
export interface WorldsDeps {
  readonly db: DatabaseClient;
  readonly links: PublicLinkBuilder;
  /** Maximum number of Worlds that one account may found. */
  readonly worldsPerAccountMax: number;
}
