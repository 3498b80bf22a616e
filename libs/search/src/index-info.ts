/** Name, build time and content of the serving index version. */
export interface ServingIndexVersionSummary {
  readonly version: string;
  readonly documents: number;
  /** Time of the import, in ms since the Unix epoch. */
  readonly builtAt: number;
  readonly previous: string | null;
  /**
   * Sentence for the operator about a damaged or missing index file, such as why the version that the file CURRENT names does
   * not serve; null when there is no problem.
   */
  readonly trouble: string | null;
  readonly sources: readonly { readonly source: string; readonly documents: number }[];
}
