import { isBridgeError } from '@bridge/kernel';

/** True for the error of a service that is stopped or does not answer. A screen then shows its other parts. */
export function isServiceAway(error: unknown): boolean {
  return isBridgeError(error, 'service_unavailable') || isBridgeError(error, 'outcome_unknown');
}
