/** Names of the services that answer calls on the bus. Each has a declaration in `services/`. */
export const SERVICE_NAMES = [
  'gateway',
  'worlds',
  'builder',
  'publisher',
  'surf',
  'account',
  'generator',
] as const;
/** Name of a service that answers calls on the bus. */
export type ServiceName = (typeof SERVICE_NAMES)[number];
/**
 * Names of all processes that have their own user at the NATS broker. The users' permissions are generated from the contracts.
 */
export const CALLER_NAMES = [...SERVICE_NAMES, 'sites', 'ctl'] as const;
/** Name of a process that calls services: a service, `sites` or `ctl`. */
export type CallerName = (typeof CALLER_NAMES)[number];
