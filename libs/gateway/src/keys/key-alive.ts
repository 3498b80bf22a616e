import { handlersOf } from '@bridge/bus';
import type { SqlStatementRunner } from '@bridge/db';
import { isMarkAlive } from './key.store.ts';

/** The handlers of the bus messages that gateways answer. Spec: drafts.preview-revoked. */
export const gatewayHandlers = handlersOf<'gateway', SqlStatementRunner>({
  keyAlive:
    (db) =>
    async ({ key_mark: mark }) => ({ alive: await isMarkAlive(db, mark) }),
});
