/** A progress event of a harvest (OAI-PMH download). */
export type HarvestEvent =
  | { readonly event: 'repository'; readonly name: string; readonly deletedRecord: string }
  | {
      readonly event: 'page';
      readonly page: number;
      /** Number of records so far, including deleted ones. */
      readonly records: number;
      readonly listSize: number | null;
    }
  | { readonly event: 'wait'; readonly seconds: number; readonly reason: string }
  | { readonly event: 'continued'; readonly pages: number }
  | { readonly event: 'restarted' };
