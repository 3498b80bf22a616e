import type { Function as FunctionNode } from 'acorn';
import type { ValueCell, FunctionFacts, Scope, AllocationSite, Value } from './domain.ts';
import { NEVER } from './value.ts';

/** A place that holds a value. */
export const cell = (value: Value = NEVER): ValueCell => ({ value });

/** An object of the page that holds nothing yet. */
export function makeSite(
  kind: AllocationSite['kind'],
  fn: FunctionFacts | null = null,
): AllocationSite {
  return {
    kind,
    fields: new Map(),
    protos: new Set(),
    getters: new Map(),
    setters: new Map(),
    hasEscaped: false,
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
    runsWithoutUser: false,
    isCalled: false,
  };
}

/** The field of an object; made when it is asked for. */
export const fieldOf = (site: AllocationSite, name: string): ValueCell => {
  let known = site.fields.get(name);
  if (known === undefined) {
    known = cell();
    site.fields.set(name, known);
  }
  return known;
};
