import type { ServiceRequestFunction } from '@bridge/bus';
import type { Clock, Logger } from '@bridge/kernel';
import type { LanguageModelProvider } from './provider.ts';

/** Dependencies of the handlers of the service that generates drafts with a language model. */
export interface GeneratorDeps {
  readonly request: ServiceRequestFunction;
  readonly clock: Clock;
  readonly log: Logger;
  /** The paid provider of a language model; null when none is configured. */
  readonly provider: LanguageModelProvider | null;
  /** The generations of drafts in progress. A generation continues when its call was answered with outcome_unknown. */
  readonly running: Set<Promise<unknown>>;
  /** Aborts when the process begins to stop. */
  readonly stopping: AbortSignal;
}
