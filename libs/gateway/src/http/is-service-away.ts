import { isBridgeError } from '@bridge/kernel';

/** True for the failure of a read whose service is absent or does not answer: the other parts of a screen are shown. */
export function isServiceAway(error: unknown): boolean {
  return isBridgeError(error, 'service_unavailable') || isBridgeError(error, 'outcome_unknown');
}
