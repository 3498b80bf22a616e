import type { BlobStore } from '@bridge/blobs';
import { serve, type MessageBus } from '@bridge/bus';
import type { DatabaseClient, ProcessKind } from '@bridge/db';
import type { ProcessModule } from '@bridge/kernel';
import { selectBufferRelease } from '@bridge/web';
import { gatewayHandlers } from './keys/key-alive.ts';
import { createFirstOwnerLink } from './auth/owner-link.ts';
import { GATEWAY_MIGRATIONS } from './migrations/gateway-migrations.ts';
import { openGateway } from './open-gateway.ts';

/** The functions of a running gateway that the program uses which started it. */
export interface RunningGateway {
  /** Creates a one-time link for the first owner and returns its URL; null when an owner exists. */
  firstOwnerLink(): Promise<string | null>;
}

/**
 * The module `gateway`: it serves the app origin (API, MCP and console) over HTTP. A gateway in its own process accepts
 * requests for one more second after a stop begins.
 */
export function gatewayModule(
  wiring: ProcessKind,
): ProcessModule<
  'gateway',
  RunningGateway,
  { readonly db: DatabaseClient; readonly bus: MessageBus; readonly blobs: BlobStore }
> {
  return {
    name: 'gateway',
    needs: ['db', 'bus', 'blobs'],
    open: async (deps) => {
      const { db, bus, settings } = deps;
      await db.ensureSchema({ schema: 'gateway', migrations: GATEWAY_MIGRATIONS });
      selectBufferRelease(settings.BRIDGE_FAST_PATHS === 'on');
      const gateway = await openGateway(deps, wiring);
      const served = serve(bus.driver, 'gateway', gatewayHandlers(db), deps);
      return {
        value: {
          firstOwnerLink: async () =>
            (await createFirstOwnerLink(db, settings.BRIDGE_BASE_URL))?.url ?? null,
        },
        ready: async () =>
          gateway.isDraining() ? { ok: false, note: 'is stopping' } : { ok: true },
        close: async () => {
          await served.close();
          await gateway.close();
        },
      };
    },
  };
}
