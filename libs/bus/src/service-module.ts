import type { ServiceName } from '@bridge/contracts';
import type {
  CommonModuleDeps,
  ProcessModule,
  OpenedModule,
  ProcessPartHealth,
} from '@bridge/kernel';
import type { MessageBus } from './bus.ts';
import { serve, type ServiceHandlers } from './serve.ts';

/** An opened service: its handlers, and optionally its health check and close function. */
export interface ServiceImplementation<S extends ServiceName> {
  readonly handlers: ServiceHandlers<S>;
  ready?(): Promise<Omit<ProcessPartHealth, 'part'>>;
  close?(): Promise<void>;
}

/** Makes the process module of a service: it opens the service and answers its calls until the module is closed. */
export function serviceModule<S extends ServiceName, D extends { readonly bus: MessageBus }>(
  name: S,
  needs: readonly (keyof D & string)[],
  open: (deps: D & CommonModuleDeps) => Promise<ServiceImplementation<S>>,
): ProcessModule<S, null, D> {
  return {
    name,
    needs,
    open: async (deps): Promise<OpenedModule<null>> => {
      const service = await open(deps);
      const served = serve(deps.bus.driver, name, service.handlers, deps);
      return {
        value: null,
        ready: async () => (await service.ready?.()) ?? { ok: true },
        close: async () => {
          await served.close();
          await service.close?.();
        },
      };
    },
  };
}
