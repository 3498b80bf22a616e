import { isBridgeError } from '@bridge/kernel';

/**
 * Collects the parts of a console screen that services provide. While a service is unavailable, the other parts are still
 * shown.
 */
export interface UnavailableServiceCollector {
  /** Names of the services that were unavailable. */
  readonly missing: string[];
  /**
   * Resolves to the service’s answer. When the service is unavailable or does not answer, resolves to null and adds the
   * service to `missing`.
   */
  orNone<T>(service: string, answer: Promise<T>): Promise<T | null>;
}

/** Creates the collector of the parts of one console screen that services provide. */
export function screenParts(): UnavailableServiceCollector {
  const missing: string[] = [];
  return {
    missing,
    orNone: async (service, answer) => {
      try {
        return await answer;
      } catch (error) {
        const isAway =
          isBridgeError(error, 'service_unavailable') || isBridgeError(error, 'outcome_unknown');
        if (!isAway) throw error;
        missing.push(service);
        return null;
      }
    },
  };
}
