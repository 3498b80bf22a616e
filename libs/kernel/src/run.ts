import type { Clock } from './clock.ts';
import type { ProcessPartHealth } from './health.ts';
import type { RandomIdGenerator } from './ids.ts';
import type { Logger } from './logger.ts';
import type { ProcessSettings } from './settings.ts';
import { ProgramStartError } from './start-error.ts';

/** The dependencies that every module of a process receives. */
export interface CommonModuleDeps {
  readonly settings: ProcessSettings;
  readonly log: Logger;
  readonly clock: Clock;
  readonly ids: RandomIdGenerator;
  /** Aborted when the process begins to stop. */
  readonly stopping: AbortSignal;
}

/** An opened module: the value that other modules use, its health check and its close function. */
export interface OpenedModule<V> {
  readonly value: V;
  /** Returns the current health of this module. A module without this function is always healthy. */
  ready?(): Promise<Omit<ProcessPartHealth, 'part'>>;
  /** Resolves with the reason when this module fails while it is open; the process then ends. */
  readonly failed?: Promise<ProgramStartError>;
  /** Answers the calls in progress, then closes the module. Takes at most 10 s. */
  close(): Promise<void>;
}

/**
 * A part of a process that is opened once, such as the database. `N` is its name, `V` its value for other modules, `D`
 * the values of the modules listed in `needs`, by name.
 */
export interface ProcessModule<
  N extends string = string,
  V = unknown,
  D extends object = Readonly<Record<string, unknown>>,
> {
  readonly name: N;
  readonly needs: readonly (keyof D & string)[];
  open(deps: D & CommonModuleDeps): Promise<OpenedModule<V>>;
}

/** A process module with any name, value and dependencies. */
// `open` is contravariant in its parameter, so only `never` accepts the `open` of every module.
export interface AnyProcessModule {
  readonly name: string;
  readonly needs: readonly string[];
  open(deps: never): Promise<OpenedModule<unknown>>;
}

/** Any module with an `open` function that accepts a record of dependencies. */
interface ModuleWithUntypedDeps {
  open(deps: object): Promise<OpenedModule<unknown>>;
}

/** The opened modules of a running process. */
export interface RunningModules {
  /** Returns the value of an opened module. */
  get<V>(module: ProcessModule<string, V, never>): V;
  parts(): Promise<readonly ProcessPartHealth[]>;
  /** Resolves with the reason when one of the modules fails. */
  readonly failed: Promise<ProgramStartError>;
  stop(): Promise<void>;
}

/**
 * Sorts modules so that each comes after the modules that it needs. Throws when a needed module is missing, when modules need
 * each other in a cycle, or when two modules have the same name.
 */
export function openingOrder(modules: readonly AnyProcessModule[]): readonly AnyProcessModule[] {
  const byName = new Map(modules.map((module) => [module.name, module]));
  if (byName.size < modules.length) throw new Error('two modules have the same name');
  const order: AnyProcessModule[] = [];
  const state = new Map<string, 'visiting' | 'done'>();
  const visit = (module: AnyProcessModule, path: readonly string[]): void => {
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
 * Opens modules in the order of their dependencies. When one fails, or `stopping` is aborted, the opened modules are closed
 * and the reason is thrown. `onOpened` receives each module's name and opening time in ms.
 */
export async function run(
  modules: readonly AnyProcessModule[],
  base: Omit<CommonModuleDeps, 'stopping'>,
  onOpened: (name: string, ms: number) => void = () => undefined,
  stopping: AbortController = new AbortController(),
): Promise<RunningModules> {
  const opened: { readonly name: string; readonly part: OpenedModule<unknown> }[] = [];
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
      throw new ProgramStartError(
        'The start was given up because the program received a signal to stop.',
      );
    }
    const from = base.clock.monotonic();
    const deps = Object.fromEntries(module.needs.map((need) => [need, values[need]]));
    try {
      // Safe cast: `deps` contains the values of all modules in `needs`; `openingOrder` has checked that they exist.
      const part = await (module as ModuleWithUntypedDeps).open({
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
    // Safe cast: module names are unique, so the value under this name has the module’s type V.
    get: <V>(module: ProcessModule<string, V, never>) => values[module.name] as V,
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
