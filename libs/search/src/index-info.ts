/** Name, build time and content of the serving index version. */
export interface IndexInfo {
  readonly version: string;
  readonly documents: number;
  /** Time of the import, in ms since the Unix epoch. */
  readonly builtAt: number;
  readonly previous: string | null;
  /** Sentence for the operator: why another version than the named one serves. Null when the named one serves. */
  readonly trouble: string | null;
  readonly sources: readonly { readonly source: string; readonly documents: number }[];
}
