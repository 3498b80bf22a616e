/** The number of processes of each service; two for gateway and builder, as in the compose file. */
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
/** A service that runs in processes of its own. */
export type SplitService = keyof typeof REPLICAS;
