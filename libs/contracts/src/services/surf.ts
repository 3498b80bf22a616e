import { defineService } from '../service.ts';
import { explain, rollback, status, swap } from './surf/operate.ts';
import { search } from './surf/search.ts';

/** Actions and messages of the surf service, which searches the archive of culture. */
export const SURF = defineService('surf', {
  search,
  // The entries below are messages between services.
  swap,
  rollback,
  status,
  explain,
});
