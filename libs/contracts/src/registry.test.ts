import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ACTIONS,
  BUDGET_MS,
  CALLER_NAMES,
  callablesOf,
  findAction,
  HINTS,
  isErrorCode,
  MESSAGES,
  SCOPE_SETS,
  SCOPES,
  SERVICE_NAMES,
  TOOL_ACTIONS,
  websiteRecord,
} from './index.ts';

/** The list of all scopes is stored in a file, so that a reviewer notices a new scope. */
const pinned = JSON.parse(
  readFileSync(new URL('./fixtures/scopes.json', import.meta.url), 'utf8'),
) as readonly string[];

describe('the scopes', () => {
  test('are those of the pinned list, each the name of one action: the 23 of the contract, and what was added', () => {
    expect(SCOPES).toEqual(pinned);
    expect(new Set(ACTIONS.map((action) => action.name)).size).toBe(pinned.length);
  });

  test('are in their sets: publish and clear only in optional', () => {
    expect(SCOPE_SETS).toEqual({
      read: ['builder.get', 'builder.list', 'surf.search', 'worlds.list'],
      draft: [
        'builder.attach',
        'builder.create',
        'builder.get',
        'builder.list',
        'builder.patch',
        'surf.search',
        'worlds.found',
        'worlds.list',
      ],
      optional: ['builder.clear', 'builder.publish'],
    });
  });
});

describe('the actions', () => {
  test('that are tools are the ten of the contract, in its order', () => {
    expect(TOOL_ACTIONS.map(({ tool, kind }) => [tool, kind])).toEqual([
      ['worlds_list', 'read'],
      ['worlds_found', 'add'],
      ['builder_list', 'read'],
      ['builder_create', 'add'],
      ['builder_get', 'read'],
      ['builder_patch', 'change'],
      ['builder_attach', 'change'],
      ['builder_clear', 'change'],
      ['builder_publish', 'change'],
      ['surf_search', 'read'],
    ]);
    expect(ACTIONS.filter((action) => action.tool !== null)).toEqual([...TOOL_ACTIONS]);
  });

  test('are found by name and by tool name, and nothing else is', () => {
    for (const action of ACTIONS) {
      expect(findAction(action.name)).toBe(action);
      if (action.tool !== null) expect(findAction(action.tool)).toBe(action);
    }
    for (const name of ['', 'builder', 'Builder.patch', 'audit_read', '__proto__', 'constructor'])
      expect(findAction(name)).toBeUndefined();
  });

  test('beyond the tools are in no ready-made set', () => {
    const further = ACTIONS.filter((action) => action.tool === null);
    for (const action of further) expect(['none', 'optional'], action.name).toContain(action.set);
  });

  test('name as bodies members of their input or output, and one use for each', () => {
    for (const { name, bodies, raw, input, output } of ACTIONS)
      for (const [member, use] of Object.entries(bodies)) {
        const shape: object = use === 'stored' ? output.shape : input.shape;
        expect(member in shape || member === raw?.body, `${name} ${member}`).toBe(true);
      }
  });

  test('with a raw form that reads answer the website beside the stored body', () => {
    for (const { name, raw, kind, output, bodies } of ACTIONS) {
      if (raw === null || kind !== 'read') continue;
      const members: Readonly<Record<string, unknown>> = output.shape;
      expect(members['website'], name).toBe(websiteRecord);
      expect(bodies[raw.body], name).toBe('stored');
    }
  });

  test('that change something take an idempotency key, those that read take none', () => {
    for (const action of ACTIONS) {
      const keyed = 'idempotency_key' in action.input.shape;
      expect(keyed, action.name).toBe(action.kind !== 'read');
      expect(action.callClass, action.name).toBe(action.kind === 'read' ? 'read' : 'change');
      if (keyed) expect(action.errors).toContain('idempotency_mismatch');
      if ('expected_revision' in action.input.shape)
        expect(action.errors).toContain('revision_conflict');
    }
  });

  // Verifies: actions.time-budgets.
  test('have their time budgets', () => {
    expect(BUDGET_MS).toEqual({ read: 5_000, search: 2_000, change: 15_000, publish: 30_000 });
    for (const action of ACTIONS) {
      const special: Readonly<Record<string, number>> = {
        'surf.search': 2_000,
        'builder.publish': 30_000,
        'pages.generate': 30_000,
      };
      const usual = action.kind === 'read' ? 5_000 : 15_000;
      expect(action.budgetMs, action.name).toBe(special[action.name] ?? usual);
    }
  });

  test('show examples that their own schema accepts, and name errors of the catalogue', () => {
    for (const action of ACTIONS) {
      expect(action.input.safeParse(action.example).success, action.name).toBe(true);
      expect(new Set(action.errors).size, action.name).toBe(action.errors.length);
      for (const code of action.errors) expect(isErrorCode(code), code).toBe(true);
    }
  });

  test('tell an agent what they do, which scope they need, and what is likely to go wrong', () => {
    for (const action of ACTIONS) {
      expect(action.purpose, action.name).toContain(`Scope ${action.name}`);
      const [, likely = ''] = /Likely errors: (.+)\.$/.exec(action.purpose) ?? [];
      const codes = likely.replaceAll(/\([^)]*\)/g, '').match(/[a-z]+_[a-z_]+/g) ?? [];
      expect(codes.length, action.name).toBeGreaterThan(0);
      for (const code of codes) expect(isErrorCode(code), code).toBe(true);
    }
  });
});

describe('a message between services', () => {
  const callables = [...ACTIONS, ...MESSAGES];

  test('has subjects of fixed names, each used once', () => {
    const subjects = [...callables, ...HINTS].map(({ subject }) => subject);
    for (const subject of subjects) expect(subject).toMatch(/^bridge\.v1\.[a-z]+\.[a-z_]+$/);
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  test('is answered by exactly one service, under a verb of its own', () => {
    expect(SERVICE_NAMES.flatMap((service) => callablesOf(service))).toHaveLength(callables.length);
    for (const service of SERVICE_NAMES) {
      const owned = callablesOf(service);
      expect(new Set(owned.map(({ verb }) => verb)).size).toBe(owned.length);
      for (const { subject, verb } of owned)
        expect(subject.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())).toBe(
          `bridge.v1.${service}.${verb}`,
        );
    }
  });

  test('names the services that may send and receive it', () => {
    for (const { callers, service, subject } of MESSAGES) {
      expect(callers.length, subject).toBeGreaterThan(0);
      expect(callers, subject).not.toContain(service);
      for (const caller of callers) expect(CALLER_NAMES).toContain(caller);
    }
    for (const { senders, listeners, subject } of HINTS) {
      expect(senders.length * listeners.length, subject).toBeGreaterThan(0);
      for (const one of [...senders, ...listeners]) expect(CALLER_NAMES).toContain(one);
    }
  });
});
