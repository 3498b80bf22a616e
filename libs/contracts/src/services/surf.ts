import { defineService } from '../service.ts';
import { explain, rollback, status, swap } from './surf/operate.ts';
import { search } from './surf/search.ts';

/** Actions and messages of the surf service, which searches the archive of culture (records of works in collections). */
export const SURF = defineService('surf', {
  search,
  // From here on: messages between services, which agents cannot call.
  swap,
  rollback,
  status,
  explain,
});
