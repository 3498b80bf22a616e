import type { RequestFunction } from '@bridge/bus';
import type { Clock, Logger } from '@bridge/kernel';
import type { Provider } from './provider.ts';

/** Dependencies of the handlers. */
export interface GeneratorDeps {
  readonly request: RequestFunction;
  readonly clock: Clock;
  readonly log: Logger;
  /** Null when no provider is configured. */
  readonly provider: Provider | null;
  /** Generations in progress, which may outlive their calls. */
  readonly running: Set<Promise<unknown>>;
  /** Aborts when the process begins to stop. */
  readonly stopping: AbortSignal;
}
