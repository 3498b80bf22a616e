import type { Function as FunctionNode } from 'acorn';
import type { Cell, FunctionFacts, Scope, Site, Value } from './domain.ts';
import { NEVER } from './value.ts';

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
