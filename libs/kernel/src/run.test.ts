import { testBase } from '@bridge/testing';
import { describe, expect, test } from 'vitest';
import {
  openingOrder,
  run,
  type AnyProcessModule,
  type CommonModuleDeps,
  type ProcessModule,
} from './run.ts';
import { ProgramStartError } from './start-error.ts';

/** The recorded events of test modules, and a function that makes such modules. */
interface ModuleEvents {
  readonly events: string[];
  module(
    name: string,
    needs?: readonly string[],
    given?: Partial<TestModuleBehaviour>,
  ): AnyProcessModule;
}
/** What a test module does when it opens, closes and reports its health. */
interface TestModuleBehaviour {
  open(deps: CommonModuleDeps): Promise<void>;
  close(): Promise<void>;
  ready(): Promise<{ readonly ok: boolean; readonly note?: string }>;
}

/** Returns a function that makes test modules, and the list in which these modules record their events, such as "db opens". */
function told(): ModuleEvents {
  const events: string[] = [];
  return {
    events,
    module: (name, needs = [], given = {}) => ({
      name,
      needs,
      open: async (deps: CommonModuleDeps) => {
        await given.open?.(deps);
        events.push(`open ${name}`);
        return {
          value: `value of ${name}`,
          ...(given.ready === undefined ? {} : { ready: given.ready }),
          close: async () => {
            events.push(`close ${name}`);
            await given.close?.();
          },
        };
      },
    }),
  };
}
const names = (modules: readonly AnyProcessModule[]): readonly string[] =>
  modules.map(({ name }) => name);

describe('the order of opening', () => {
  const { module } = told();

  test('has everything needed first, and otherwise the order given', () => {
    const gateway = module('gateway', ['db', 'bus']);
    const bus = module('bus', ['clock']);
    const modules = [gateway, module('db'), bus, module('clock'), module('sites', ['bus'])];
    expect(names(openingOrder(modules))).toEqual(['db', 'clock', 'bus', 'gateway', 'sites']);
  });

  test('has each module once, however many need it', () => {
    const modules = [module('a', ['c']), module('b', ['c', 'a']), module('c')];
    expect(names(openingOrder(modules))).toEqual(['c', 'a', 'b']);
  });

  test('is refused when modules need each other, and the circle is named', () => {
    const modules = [module('a', ['b']), module('b', ['c']), module('c', ['a'])];
    expect(() => openingOrder(modules)).toThrow('a -> b -> c -> a');
    expect(() => openingOrder([module('self', ['self'])])).toThrow('self -> self');
  });

  test('is refused when something needed is not there, or a name is there twice', () => {
    expect(() => openingOrder([module('a', ['ghost'])])).toThrow('module a needs ghost');
    expect(() => openingOrder([module('a'), module('a')])).toThrow('same name');
  });
});

describe('a run', () => {
  test('opens what is needed first and closes in reverse', async () => {
    const { events, module } = told();
    const running = await run([module('web', ['db']), module('db')], testBase());
    await running.stop();
    expect(events).toEqual(['open db', 'open web', 'close web', 'close db']);
  });

  test('gives each module what it needs under its name, with the base and nothing else', async () => {
    const { module } = told();
    let given: Readonly<Record<string, unknown>> = {};
    const web = module('web', ['db'], {
      open: async (deps) => void (given = { ...deps }),
    });
    const base = testBase();
    const running = await run([module('db'), module('other'), web], base);
    expect(given.db).toBe('value of db');
    expect(given.clock).toBe(base.clock);
    expect(Object.keys(given).sort()).toEqual(
      ['clock', 'db', 'ids', 'log', 'settings', 'stopping'].sort(),
    );
    await running.stop();
  });

  test('gives tests and tools what a module gives', async () => {
    const { module } = told();
    const db = module('db');
    const running = await run([db], testBase());
    // Cast: a test module may need any other modules by name, which its type does not list.
    expect(running.get(db as unknown as ProcessModule<string, string, never>)).toBe('value of db');
    await running.stop();
  });

  test('that cannot open a part closes what is open and says why', async () => {
    const { events, module } = told();
    const broken = module('web', ['db'], {
      open: () => Promise.reject(new ProgramStartError('The port 4000 is taken.')),
    });
    await expect(run([broken, module('db')], testBase())).rejects.toThrow(
      'The port 4000 is taken.',
    );
    expect(events).toEqual(['open db', 'close db']);
  });

  test('that is stopped while it opens closes the open parts and opens no more', async () => {
    const { events, module } = told();
    const stopping = new AbortController();
    const modules = [
      module('db', [], { open: async () => stopping.abort() }),
      module('web', ['db']),
    ];
    await expect(run(modules, testBase(), undefined, stopping)).rejects.toThrow(ProgramStartError);
    expect(events).toEqual(['open db', 'close db']);
  });

  test('notifies its parts of the stop before it closes the first one, and stops once', async () => {
    const { events, module } = told();
    let stopping: AbortSignal | undefined;
    const web = module('web', [], {
      open: async (deps) => void (stopping = deps.stopping),
      close: async () => void events.push(`aborted ${stopping?.aborted}`),
    });
    const running = await run([web], testBase());
    expect(stopping?.aborted).toBe(false);
    await Promise.all([running.stop(), running.stop()]);
    expect(events).toEqual(['open web', 'close web', 'aborted true']);
  });

  test('closes the other parts when one does not close cleanly', async () => {
    const { events, module } = told();
    const broken = module('web', ['db'], { close: () => Promise.reject(new Error('stuck')) });
    const running = await run([broken, module('db')], testBase());
    await running.stop();
    expect(events).toContain('close db');
  });

  test('reports the state of each part: one without a check is ready, one whose check throws is not', async () => {
    const { module } = told();
    const modules = [
      module('plain'),
      module('waiting', [], { ready: async () => ({ ok: false, note: 'waits for NATS' }) }),
      module('broken', [], { ready: () => Promise.reject(new Error('secret')) }),
    ];
    const running = await run(modules, testBase());
    expect(await running.parts()).toEqual([
      { part: 'plain', ok: true },
      { part: 'waiting', ok: false, note: 'waits for NATS' },
      { part: 'broken', ok: false, note: 'its check failed' },
    ]);
    await running.stop();
  });

  test('reports each part as it opens', async () => {
    const { module } = told();
    const opened: string[] = [];
    const running = await run([module('a'), module('b')], testBase(), (name, ms) => {
      expect(ms).toBeGreaterThanOrEqual(0);
      opened.push(name);
    });
    expect(opened).toEqual(['a', 'b']);
    await running.stop();
  });
});
