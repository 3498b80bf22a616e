import { defineService } from '../define.ts';
import {
  explain,
  importBatch,
  importBegin,
  importEnd,
  importHashes,
  importStatus,
  importStop,
  judge,
  rollback,
  stats,
} from './surf/operate.ts';
import { search } from './surf/search.ts';

/** The archive of references. */
export const SURF = defineService('surf', {
  search,
  // Between services.
  stats,
  rollback,
  explain,
  judge,
  importBegin,
  importStatus,
  importHashes,
  importBatch,
  importEnd,
  importStop,
});
