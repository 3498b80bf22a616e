declare module 'vitest' {
  /** Values that the global setup provides to test files; vitest declares this interface for extension. */
  interface ProvidedContext {
    /** URL of the HTTP server that creates databases for this run; undefined in a run without this global setup. */
    readonly bridgePostgres: string | undefined;
  }
}

export {};
