import type { BlobStore } from '@bridge/blobs';
import type { Bus } from '@bridge/bus';
import type { Db, Wiring } from '@bridge/db';
import type { Module } from '@bridge/kernel';
import { firstOwnerLink } from './auth/owner-link.ts';
import { GATEWAY_MIGRATIONS } from './migrations/gateway-migrations.ts';
import { openGateway } from './open-gateway.ts';

/** What the running gateway tells the program it runs in. */
export interface Gateway {
  /** The one-time link that makes the first owner, a new one at each call; null once there is an owner. */
  firstOwnerLink(): Promise<string | null>;
}

/** The module `gateway`: the app origin over HTTP. In a service of its own it keeps serving a moment after it is told to end. */
export function gatewayModule(
  wiring: Wiring,
): Module<'gateway', Gateway, { readonly db: Db; readonly bus: Bus; readonly blobs: BlobStore }> {
  return {
    name: 'gateway',
    needs: ['db', 'bus', 'blobs'],
    open: async (deps) => {
      const { db, settings } = deps;
      await db.ensureSchema({ schema: 'gateway', migrations: GATEWAY_MIGRATIONS });
      const gateway = await openGateway(deps, wiring);
      return {
        value: {
          firstOwnerLink: async () =>
            (await firstOwnerLink(db, settings.BRIDGE_BASE_URL))?.url ?? null,
        },
        ready: async () => (gateway.isDraining() ? { ok: false, note: 'is ending' } : { ok: true }),
        close: () => gateway.close(),
      };
    },
  };
}
