import {
  ProgramStartError,
  type CommonModuleDeps,
  type ProcessModule,
  type OpenedModule,
} from '@bridge/kernel';
import type { MessageBus } from './bus.ts';
import { MemoryBus } from './drivers/memory.ts';
import { natsCredentials, parseNatsAddress } from './drivers/nats-address.ts';
import { NatsBus } from './drivers/nats.ts';
import { makeRequest } from './request.ts';

/** Name of the process that opens the message bus, and whether all services run in it. */
export interface BusOptions {
  /**
   * Name of the program, such as `gateway`; `bridge` for the all-in-one. The program's user at the broker may receive replies
   * only in the inbox of this name.
   */
  readonly service: string;
  /** `service` when the services run in separate processes, which need NATS: the memory bus is then refused. */
  readonly wiring: 'all-in-one' | 'service';
}

const MEMORY = 'memory:';

function openMemory(options: BusOptions, base: CommonModuleDeps): OpenedModule<MessageBus> {
  if (options.wiring === 'service')
    throw new ProgramStartError(
      `The ${options.service} service runs as a process of its own and reaches the others over NATS: set BRIDGE_BUS=nats://host:4222 (memory: is for the all-in-one).`,
    );
  const driver = new MemoryBus();
  return {
    value: { driver, request: makeRequest(driver, base.clock) },
    close: () => driver.close(),
  };
}

async function openNats(
  options: BusOptions,
  base: CommonModuleDeps,
  address: string,
): Promise<OpenedModule<MessageBus>> {
  const creds = base.settings.BRIDGE_NATS_CREDS;
  const driver = await NatsBus.open({
    address: parseNatsAddress(address),
    credentials: creds === undefined ? undefined : natsCredentials(creds),
    service: options.service,
    log: base.log,
  });
  return {
    value: { driver, request: makeRequest(driver, base.clock) },
    ready: async () =>
      driver.note === undefined ? { ok: true } : { ok: false, note: driver.note },
    close: () => driver.close(),
  };
}

/**
 * Makes the module `bus`; BRIDGE_BUS selects the driver. The start does not wait for an unreachable broker: calls fail
 * with `service_unavailable` until it answers, and /readyz shows the reason.
 */
export function busModule(
  options: BusOptions,
): ProcessModule<'bus', MessageBus, Readonly<Record<never, never>>> {
  return {
    name: 'bus',
    needs: [],
    open: async (base) => {
      const address = base.settings.BRIDGE_BUS ?? MEMORY;
      return address === MEMORY ? openMemory(options, base) : openNats(options, base, address);
    },
  };
}
