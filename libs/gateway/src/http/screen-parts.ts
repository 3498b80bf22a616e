import { isBridgeError } from '@bridge/kernel';

/** The parts of a screen that services answer. While a service is unavailable, the other parts are shown. */
export interface ScreenParts {
  /** Names of the services that were unavailable. */
  readonly missing: string[];
  /** Resolves to null, and records the service as unavailable, when it is stopped or does not answer. */
  orNone<T>(service: string, answer: Promise<T>): Promise<T | null>;
}

/** Starts to read the parts of a screen. */
export function screenParts(): ScreenParts {
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
