/** A progress event of a harvest, the download of records by the OAI-PMH protocol. */
export type HarvestEvent =
  | { readonly event: 'repository'; readonly name: string; readonly deletedRecord: string }
  | {
      readonly event: 'page';
      readonly page: number;
      /** Number of records that this run has downloaded so far, including notices of deletion. */
      readonly records: number;
      readonly listSize: number | null;
    }
  | { readonly event: 'wait'; readonly seconds: number; readonly reason: string }
  | { readonly event: 'continued'; readonly pages: number }
  | { readonly event: 'restarted' };
