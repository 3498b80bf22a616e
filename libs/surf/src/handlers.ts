import { handlersOf } from '@bridge/bus';
import { explain, rollback, status, swap } from './actions/operate.ts';
import { search } from './actions/search.ts';
import type { SurfDeps } from './deps.ts';

/** Answers everything that SURF declares, under the same names. */
export const surfHandlers = handlersOf<'surf', SurfDeps>({
  search,
  swap,
  rollback,
  status,
  explain,
});
