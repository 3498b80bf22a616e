import type { Function as FunctionNode } from 'acorn';
import { NEVER, type Value } from './value.ts';
import type { Scope } from './scope.ts';

/** A place that holds a value: a variable, a field, a parameter, a result. It only grows. */
export interface Cell {
  value: Value;
}

/** An object, array or function that the page makes in one place of its code; all objects made there are one site. */
export interface Site {
  readonly kind: 'object' | 'array' | 'function';
  readonly fields: Map<string, Cell>;
  /** Objects whose fields it has as well: its prototype, what was copied into it. */
  readonly protos: Set<Site>;
  /** Functions that run when a field of this name is read or written. */
  readonly getters: Map<string, Set<Site>>;
  readonly setters: Map<string, Set<Site>>;
  /** Reachable by code that is not followed: its fields may be written by name from anywhere. */
  escaped: boolean;
  /** A class of the browser is among its ancestors, so it may be an element. */
  isHost: boolean;
  readonly fn: FunctionFacts | null;
}

/** What the analysis knows of a function of the page, for all of its calls together. */
export interface FunctionFacts {
  readonly node: FunctionNode | null;
  readonly scope: Scope;
  readonly isArrow: boolean;
  readonly isLater: boolean;
  readonly params: Cell[];
  /** All arguments together: `arguments` and rest parameters. */
  readonly args: Cell;
  readonly returns: Cell;
  readonly self: Cell;
  /** What `new` makes. */
  instance: Site | null;
  /** Functions to which `super(…)` leads. */
  parents: Cell;
  /** Runs without a person doing anything. */
  runsAlone: boolean;
  called: boolean;
}

/** A place that holds a value. */
export const cell = (value: Value = NEVER): Cell => ({ value });

/** An object of the page that holds nothing yet. */
export function makeSite(kind: Site['kind'], fn: FunctionFacts | null = null): Site {
  return {
    kind,
    fields: new Map(),
    protos: new Set(),
    getters: new Map(),
    setters: new Map(),
    escaped: false,
    isHost: false,
    fn,
  };
}

/** Facts of a function that nothing has called yet. */
export function makeFunction(node: FunctionNode | null, scope: Scope): FunctionFacts {
  return {
    node,
    scope,
    isArrow:
      node !== null &&
      'expression' in node &&
      (node as { type: string }).type === 'ArrowFunctionExpression',
    isLater: node !== null && (node.async || node.generator),
    params: (node?.params ?? []).map(() => cell()),
    args: cell(),
    returns: cell(NEVER),
    self: cell(NEVER),
    instance: null,
    parents: cell(),
    runsAlone: false,
    called: false,
  };
}

/** The field of an object; made when it is asked for. */
export const fieldOf = (site: Site, name: string): Cell => {
  let known = site.fields.get(name);
  if (known === undefined) {
    known = cell();
    site.fields.set(name, known);
  }
  return known;
};
