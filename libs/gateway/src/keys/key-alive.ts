import type { Handlers } from '@bridge/bus';
import type { Queryable } from '@bridge/db';
import { isMarkAlive } from './key.store.ts';

/** Makes the handlers of the messages that gateways answer. Spec: drafts.preview-revoked. */
export function gatewayHandlers(db: Queryable): Handlers<'gateway'> {
  return {
    keyAlive: async ({ key_mark: mark }) => ({ alive: await isMarkAlive(db, mark) }),
  };
}
