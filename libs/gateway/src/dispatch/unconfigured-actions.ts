import { GENERATOR } from '@bridge/contracts';
import type { ProcessSettings } from '@bridge/kernel';

/**
 * Returns the actions that need a setting which this installation does not have. Calls of these actions are refused with status
 * 501. Spec: actions.unavailable.
 */
export function unconfiguredActions(
  settings: Pick<ProcessSettings, 'BRIDGE_GENERATE_URL'>,
): ReadonlySet<string> {
  return new Set(settings.BRIDGE_GENERATE_URL === undefined ? [GENERATOR.pagesGenerate.name] : []);
}
