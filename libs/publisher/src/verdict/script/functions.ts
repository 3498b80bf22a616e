import { noteLoadingKeys, collectPatternNames } from './patterns.ts';
import type { ScriptAddressSearchContext } from './survey-context.ts';
import type { ScriptNode } from './syntax.ts';
import { declareName, addValue, findBinding, type ScriptScope } from './values.ts';

/**
 * Records the parameters of a function at the variable to which the function is assigned, so that the arguments of calls by
 * this name become values of the parameters.
 */
export function bindFunction(
  node: ScriptNode,
  name: string,
  context: ScriptAddressSearchContext,
): void {
  if (node.ownScope === undefined) return;
  const binding = findBinding(context.scope, name);
  if (binding === null || binding.parameters !== null) return;
  binding.parameters = {
    scope: node.ownScope,
    names: (node.params ?? []).map((p) => (p.type === 'Identifier' ? p.name : undefined)),
  };
}

/**
 * Records the parameters of a function when acorn (the JavaScript parser) has parsed it. They get their values when calls of
 * the function are read.
 */
export function readFunction(
  node: ScriptNode,
  own: ScriptScope,
  context: ScriptAddressSearchContext,
): void {
  node.ownScope = own;
  for (const parameter of node.params ?? [])
    if (parameter.type !== 'Identifier') {
      for (const name of collectPatternNames(parameter))
        addValue(declareName(own, name), undefined);
      noteLoadingKeys(parameter, context);
    }
  const name = node.id?.name;
  if (node.type === 'FunctionDeclaration' && name !== undefined) bindFunction(node, name, context);
}
