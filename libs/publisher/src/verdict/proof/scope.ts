import type { AnyNode } from 'acorn';
import type { VariableBinding, LexicalScope } from './domain.ts';

/** Makes a scope of a script without variables. */
export const makeScope = (
  parent: LexicalScope | null,
  isFunction = false,
  isGlobal = false,
): LexicalScope => ({
  parent,
  names: new Map(),
  isFunction,
  isGlobal,
});

/** Returns the variables to which a name may refer in a scope. `isOpen` is true when it may also refer to a browser global. */
export function lookUp(
  scope: LexicalScope,
  name: string,
): { readonly bindings: readonly VariableBinding[]; readonly isOpen: boolean } {
  const bindings: VariableBinding[] = [];
  for (let at: LexicalScope | null = scope; at !== null; at = at.parent) {
    const binding = at.names.get(name);
    if (binding === undefined) continue;
    bindings.push(binding);
    if (!binding.isPerhaps && !at.isGlobal) return { bindings, isOpen: false };
  }
  return { bindings, isOpen: true };
}

/**
 * The scopes of a script, by the syntax node that opens each of them. `of`: scopes of blocks, classes and parameters; `bodies`:
 * scopes of function bodies.
 */
export interface ScopesByNode {
  readonly of: Map<AnyNode, LexicalScope>;
  readonly bodies: Map<AnyNode, LexicalScope>;
}
