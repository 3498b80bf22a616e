declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the HTTP server that creates databases on the run's Postgres; undefined outside of our vitest configuration. */
    readonly bridgePostgres: string | undefined;
  }
}

export {};
