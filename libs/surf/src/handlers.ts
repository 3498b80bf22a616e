import { handlersOf } from '@bridge/bus';
import { explain, rollback, status, swap } from './actions/operate.ts';
import { search } from './actions/search.ts';
import type { SurfDeps } from './deps.ts';

/** The handlers of all actions and messages that the service contract SURF defines, under the same names. */
export const surfHandlers = handlersOf<'surf', SurfDeps>({
  search,
  swap,
  rollback,
  status,
  explain,
});
