import type { AnyNode } from 'acorn';
import type { Binding, Scope } from './domain.ts';

/** An empty scope. */
export const makeScope = (parent: Scope | null, isFunction = false, isGlobal = false): Scope => ({
  parent,
  names: new Map(),
  isFunction,
  isGlobal,
});

/** The bindings to which a name may refer in a scope; `isOpen` when it may also refer to a global of the browser. */
export function lookUp(
  scope: Scope,
  name: string,
): { readonly bindings: readonly Binding[]; readonly isOpen: boolean } {
  const bindings: Binding[] = [];
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const binding = at.names.get(name);
    if (binding === undefined) continue;
    bindings.push(binding);
    if (!binding.isPerhaps && !at.isGlobal) return { bindings, isOpen: false };
  }
  return { bindings, isOpen: true };
}

/** NodeScopes by the node that opens them. A function has one scope for its parameters and one for its body. */
export interface NodeScopes {
  readonly of: Map<AnyNode, Scope>;
  readonly bodies: Map<AnyNode, Scope>;
}
