import type { MessageBus } from '@bridge/bus';
import { WORLDS, PUBLIC_PATHS, type KeyRecord } from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { contextOf } from '../dispatch/call-context.ts';
import { keyRecordOf } from '../keys/key-record.ts';
import { findKey } from '../keys/key.store.ts';
import type { AgentRouteDeps } from './call-deps.ts';
import { okReply } from './errors.ts';
import type { HttpRoute } from './exchange.ts';
import { keyGet } from './key-read.ts';

/** Dependencies of the route that describes the calling key. */
export interface WhoamiDeps extends AgentRouteDeps {
  readonly db: DatabaseClient;
  readonly bus: MessageBus;
  readonly limits: KeyRecord['limits'];
}

/**
 * Returns the route that describes the key of the request: scopes, Worlds (public identities), limits, expiry.
 * Spec: keys.whoami.
 */
export function whoamiRoute(deps: WhoamiDeps): HttpRoute {
  return {
    path: PUBLIC_PATHS.whoami,
    isCrossOrigin: true,
    methods: {
      GET: keyGet(deps, 'whoami', async ({ requestId }, principal) => {
        deps.limiter.takeRead(principal);
        deps.usage.record(principal, 'whoami');
        const { accountId, keyId } = principal;
        const [row, { result }] = await Promise.all([
          keyId === null ? undefined : findKey(deps.db, accountId, keyId),
          deps.bus.request(WORLDS.rights, {
            ctx: contextOf(principal, 'act'),
            input: { words: null },
            requestId,
          }),
        ]);
        if (row === undefined) throw new BridgeError('key_invalid', {});
        const worlds = result.rights.filter(({ role }) => role !== 'viewer');
        return okReply(requestId, { key: keyRecordOf(row, deps.limits), worlds });
      }),
    },
  };
}
