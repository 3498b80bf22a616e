import { noteKeys, patternNames } from './patterns.ts';
import type { Reading } from './reading.ts';
import type { Node } from './syntax.ts';
import { declare, give, lookUp, type Scope } from './values.ts';

/** Gives a name the parameters of the function that is its value. */
export function bindFunction(node: Node, name: string, reading: Reading): void {
  if (node.ownScope === undefined) return;
  const binding = lookUp(reading.scope, name);
  if (binding === null || binding.parameters !== null) return;
  binding.parameters = {
    scope: node.ownScope,
    names: (node.params ?? []).map((p) => (p.type === 'Identifier' ? p.name : undefined)),
  };
}

/** Reads a finished function: its parameters may be anything until its calls say more. */
export function readFunction(node: Node, own: Scope, reading: Reading): void {
  node.ownScope = own;
  for (const parameter of node.params ?? [])
    if (parameter.type !== 'Identifier') {
      for (const name of patternNames(parameter)) give(declare(own, name), undefined);
      noteKeys(parameter, reading);
    }
  const name = node.id?.name;
  if (node.type === 'FunctionDeclaration' && name !== undefined) bindFunction(node, name, reading);
}
