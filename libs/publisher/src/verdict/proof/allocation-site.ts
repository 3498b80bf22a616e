import type { Function as FunctionNode } from 'acorn';
import type {
  AbstractValueCell,
  FunctionSummary,
  LexicalScope,
  AllocationSite,
  AbstractValue,
} from './domain.ts';
import { NEVER } from './value.ts';

/** Makes the storage for the possible values of a variable, field or parameter. */
export const cell = (value: AbstractValue = NEVER): AbstractValueCell => ({ value });

/** Makes an allocation site without fields. It stands for all objects that one syntax node of the page's code creates. */
export function makeSite(
  kind: AllocationSite['kind'],
  fn: FunctionSummary | null = null,
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

/** Makes the record of the facts about a function of the page, before any of its calls was evaluated. */
export function makeFunctionFacts(node: FunctionNode | null, scope: LexicalScope): FunctionSummary {
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

/** Returns the storage for the possible values of the variable or field with this name. Creates it on first use. */
export function cellIn(cells: Map<string, AbstractValueCell>, name: string): AbstractValueCell {
  let known = cells.get(name);
  if (known === undefined) cells.set(name, (known = cell()));
  return known;
}

/** Returns the storage for the possible values of a field of an object. Creates it on first use. */
export const fieldOf = (site: AllocationSite, name: string): AbstractValueCell =>
  cellIn(site.fields, name);
