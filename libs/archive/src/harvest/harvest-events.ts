/** The progress of a harvest. */
export type HarvestEvent =
  | { readonly event: 'repository'; readonly name: string; readonly deletedRecord: string }
  | {
      readonly event: 'page';
      readonly page: number;
      /** Records so far, deleted ones included. */
      readonly records: number;
      readonly listSize: number | null;
    }
  | { readonly event: 'wait'; readonly seconds: number; readonly reason: string }
  | { readonly event: 'continued'; readonly pages: number }
  | { readonly event: 'restarted' };
