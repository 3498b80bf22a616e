declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the HTTP server that creates databases for this run; undefined with another vitest configuration. */
    readonly bridgePostgres: string | undefined;
  }
}

export {};
