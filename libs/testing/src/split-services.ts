/** Number of processes of each service; gateway and builder have two, as in the compose file. */
export const REPLICAS = {
  worlds: 1,
  builder: 2,
  publisher: 1,
  surf: 1,
  account: 1,
  generator: 1,
  sites: 1,
  gateway: 2,
} as const;
/** Name of a service that runs in its own processes. */
export type SplitServiceName = keyof typeof REPLICAS;
