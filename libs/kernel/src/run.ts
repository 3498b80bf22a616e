import type { Clock } from './clock.ts';
import type { PartHealth } from './health.ts';
import type { Ids } from './ids.ts';
import type { Logger } from './logger.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

/** The dependencies that every module receives. */
export interface Base {
  readonly settings: Settings;
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Aborts when the process begins to stop. */
  readonly stopping: AbortSignal;
}

/** An open module: its value for other modules, its health, and its end. */
export interface OpenModule<V> {
  readonly value: V;
  /** The health of this module now; without it a module is healthy while it is open. */
  ready?(): Promise<Omit<PartHealth, 'part'>>;
  /** Resolves with the reason when this module has failed; the process then ends. */
  readonly failed?: Promise<StartError>;
  /** Closes the module within 10 s, after every call in flight was answered. */
  close(): Promise<void>;
}

/**
 * A part of the product; other modules name it in `needs`. `run` knows no module by name. `N` is the name, `V` the value,
 * `D` the values of the needed modules by their names.
 */
export interface Module<
  N extends string = string,
  V = unknown,
  D extends object = Readonly<Record<string, unknown>>,
> {
  readonly name: N;
  readonly needs: readonly (keyof D & string)[];
  open(deps: D & Base): Promise<OpenModule<V>>;
}

/** Any module: `run` checks needs by name when it starts. */
// The parameter is contravariant, so `never` is the one type every module's `open` accepts.
export interface AnyModule {
  readonly name: string;
  readonly needs: readonly string[];
  open(deps: never): Promise<OpenModule<unknown>>;
}

interface OpenableModule {
  open(deps: object): Promise<OpenModule<unknown>>;
}

/** The open modules of a process. */
export interface RunningModules {
  /** Returns the value of a module, for tests and command-line tools. */
  get<V>(module: Module<string, V, never>): V;
  parts(): Promise<readonly PartHealth[]>;
  /** Resolves with the reason when a module has failed; pending until then. */
  readonly failed: Promise<StartError>;
  stop(): Promise<void>;
}

/**
 * Sorts modules so that each comes after the ones it needs; throws when a need is missing or circular, or two modules have
 * one name.
 */
export function openingOrder(modules: readonly AnyModule[]): readonly AnyModule[] {
  const byName = new Map(modules.map((module) => [module.name, module]));
  if (byName.size < modules.length) throw new Error('two modules have the same name');
  const order: AnyModule[] = [];
  const state = new Map<string, 'visiting' | 'done'>();
  const visit = (module: AnyModule, path: readonly string[]): void => {
    if (state.get(module.name) === 'done') return;
    if (state.get(module.name) === 'visiting')
      throw new Error(`modules need each other: ${[...path, module.name].join(' -> ')}`);
    state.set(module.name, 'visiting');
    for (const need of module.needs) {
      const found = byName.get(need);
      if (found === undefined)
        throw new Error(`module ${module.name} needs ${need}, which is not in this process`);
      visit(found, [...path, module.name]);
    }
    state.set(module.name, 'done');
    order.push(module);
  };
  for (const module of modules) visit(module, []);
  return order;
}

/**
 * Opens modules in dependency order and closes them in reverse. When one fails to open, or `stopping` is aborted, the open
 * ones are closed and the reason is thrown. `onOpened` receives each module's name and milliseconds, for progress.
 */
export async function run(
  modules: readonly AnyModule[],
  base: Omit<Base, 'stopping'>,
  onOpened: (name: string, ms: number) => void = () => undefined,
  stopping: AbortController = new AbortController(),
): Promise<RunningModules> {
  const opened: { readonly name: string; readonly part: OpenModule<unknown> }[] = [];
  const values: Record<string, unknown> = {};
  let stopped: Promise<void> | undefined;

  const closeAll = async (): Promise<void> => {
    stopping.abort();
    for (const { name, part } of [...opened].reverse()) {
      try {
        await part.close();
      } catch (error) {
        base.log.error({ err: error, part: name }, 'part_not_closed');
      }
    }
  };

  for (const module of openingOrder(modules)) {
    if (stopping.signal.aborted) {
      await closeAll();
      throw new StartError('The start was given up because the program received a signal to stop.');
    }
    const from = base.clock.monotonic();
    const deps = Object.fromEntries(module.needs.map((need) => [need, values[need]]));
    try {
      // `deps` contains the values of the modules that this one needs, as its type demands.
      const part = await (module as OpenableModule).open({
        ...deps,
        ...base,
        log: base.log.child({ part: module.name }),
        stopping: stopping.signal,
      });
      opened.push({ name: module.name, part });
      values[module.name] = part.value;
    } catch (error) {
      await closeAll();
      throw error;
    }
    onOpened(module.name, base.clock.monotonic() - from);
  }

  return {
    // Only the module with this name sets this value, and the module's type says V.
    get: <V>(module: Module<string, V, never>) => values[module.name] as V,
    parts: async () =>
      Promise.all(
        opened.map(async ({ name, part }) => {
          const state = (await part
            .ready?.()
            .catch(() => ({ ok: false, note: 'its check failed' }))) ?? { ok: true };
          return { part: name, ...state };
        }),
      ),
    failed: Promise.race(
      opened.map(({ part }) => part.failed ?? new Promise<never>(() => undefined)),
    ),
    stop: () => (stopped ??= closeAll()),
  };
}
