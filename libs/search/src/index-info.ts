/** Name, time and content of the serving version of an index. */
export interface IndexInfo {
  readonly version: string;
  readonly documents: number;
  /** Time of the import in ms since the epoch. */
  readonly builtAt: number;
  readonly previous: string | null;
  /**
   * Why another version than the named one serves, and what to do, in a sentence for the operator; null when the named
   * version serves.
   */
  readonly trouble: string | null;
  readonly sources: readonly { readonly source: string; readonly documents: number }[];
}
