import type { ServiceName } from '@bridge/contracts';
import type { Base, Module, Opened } from '@bridge/kernel';
import type { Bus } from './bus.ts';
import { serve, type Handlers } from './serve.ts';

/** What a service opens: its handlers and, when it has them, a health check and an end of its own. */
export interface OpenedService<S extends ServiceName> {
  readonly handlers: Handlers<S>;
  ready?(): ReturnType<NonNullable<Opened<unknown>['ready']>>;
  close?(): Promise<void>;
}

/** Makes the module of a service: opens it, answers its callables on the bus, and ends both in the right order. */
export function serviceModule<S extends ServiceName, D extends { readonly bus: Bus }>(
  name: S,
  needs: readonly (keyof D & string)[],
  open: (deps: D & Base) => Promise<OpenedService<S>>,
): Module<S, null, D> {
  return {
    name,
    needs,
    open: async (deps) => {
      const service = await open(deps);
      const served = serve(deps.bus.driver, name, service.handlers, deps);
      const opened: Opened<null> = {
        value: null,
        close: async () => {
          await served.close();
          await service.close?.();
        },
      };
      return service.ready === undefined ? opened : { ...opened, ready: service.ready };
    },
  };
}
