/** Names of the services that answer on the bus, each with an object of its contract under `services/`. */
export const SERVICE_NAMES = [
  'gateway',
  'worlds',
  'builder',
  'publisher',
  'surf',
  'account',
  'generator',
] as const;
/** One of the services. */
export type ServiceName = (typeof SERVICE_NAMES)[number];
/**
 * Names of the processes that have a user of their own at the broker; its permissions are generated from the contracts.
 */
export const CALLER_NAMES = [...SERVICE_NAMES, 'sites', 'ctl'] as const;
/** A service, or another process that calls services. */
export type CallerName = (typeof CALLER_NAMES)[number];
