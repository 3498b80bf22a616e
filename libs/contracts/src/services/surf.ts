import { defineService } from '../service.ts';
import { explain, rollback, status, swap } from './surf/operate.ts';
import { search } from './surf/search.ts';

/** Callables of the archive of culture. */
export const SURF = defineService('surf', {
  search,
  // Messages between services follow.
  swap,
  rollback,
  status,
  explain,
});
