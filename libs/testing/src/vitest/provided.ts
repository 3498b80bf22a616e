declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's Postgres is asked for; undefined outside of our own vitest configuration. */
    readonly bridgePostgres: string | undefined;
  }
}

export {};
