import { defineService } from '../service.ts';
import { explain, rollback, status, swap } from './surf/operate.ts';
import { search } from './surf/search.ts';

/** The archive of references. */
export const SURF = defineService('surf', {
  search,
  // Between services.
  swap,
  rollback,
  status,
  explain,
});
