/**
 * What a piece of code is known to evaluate to, as far as addresses are concerned. `undefined` is "anything".
 * Nothing is executed: constants, their concatenations, and the names they were given once.
 */
export type Value =
  | undefined
  | string
  /** A concatenation, in order. */
  | { readonly kind: 'join'; readonly parts: readonly Value[] }
  /** A name, looked up when the whole page has been read. */
  | { readonly kind: 'name'; readonly name: string; readonly scope: Scope }
  | { readonly kind: 'member'; readonly of: Value; readonly key: string | undefined }
  /** One of several. */
  | { readonly kind: 'either'; readonly of: readonly Value[] }
  /** An array or object literal: what can come out of it; `keys` are empty for an array. */
  | { readonly kind: 'bag'; readonly keys: readonly string[]; readonly all: readonly Value[] }
  /** Surely leads nowhere: an object URL, a canvas as a data URL. */
  | { readonly kind: 'self' }
  /** An element a script made. */
  | { readonly kind: 'element'; readonly tag: string };

/** A lexical scope; the fields in capitals are what the parser itself expects to find. */
export interface Scope {
  readonly flags: number;
  readonly names: Map<string, Binding>;
  parent: Scope | null;
  /** A function that is called where it stands: its parameters are its arguments. */
  calledInPlace: boolean;
  readonly var: string[];
  readonly lexical: string[];
  readonly functions: string[];
}

/** Everything that was seen to be given to one name. */
export interface Binding {
  readonly values: { readonly value: Value; readonly sure: boolean }[];
  /** Members written later: `images.hero = …`, `list.push(…)`. */
  readonly writes: Value[];
  /** It may hold more than `values`. */
  open: boolean;
  /** Parameter names, when the name is a function's. */
  parameters: { readonly scope: Scope; readonly names: readonly (string | undefined)[] } | null;
}

/** Surely leads nowhere. */
export const SELF: Value = { kind: 'self' };
/** More values than this for one name, and it counts as anything. */
const VALUES_MAX = 16;
/** A scope that function calls make, in the parser's flags. */
const FUNCTION_SCOPE = 2;

/** An empty scope. */
export function makeScope(flags: number, parent: Scope | null): Scope {
  return {
    flags,
    names: new Map(),
    parent,
    calledInPlace: false,
    var: [],
    lexical: [],
    functions: [],
  };
}

/** A name nothing is known of yet. */
export function declare(scope: Scope, name: string): Binding {
  const known = scope.names.get(name);
  if (known !== undefined) return known;
  const binding: Binding = { values: [], writes: [], open: false, parameters: null };
  scope.names.set(name, binding);
  return binding;
}

/** The binding a name means in a scope, or null for a global the page does not define. */
export function lookUp(scope: Scope, name: string): Binding | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const binding = at.names.get(name);
    if (binding !== undefined) return binding;
  }
  return null;
}

/** Adds a value to a name; `sure` false when it may never be given. Returns what takes the value out again. */
export function give(binding: Binding, value: Value, sure = true): () => void {
  if (value === undefined || binding.values.length >= VALUES_MAX) {
    binding.open = true;
    return () => undefined;
  }
  const given = { value, sure };
  binding.values.push(given);
  return () => {
    const at = binding.values.lastIndexOf(given);
    if (at >= 0) binding.values.splice(at, 1);
  };
}

/** Adds a member written later. */
export function giveMember(binding: Binding, value: Value): void {
  if (binding.writes.length < VALUES_MAX) binding.writes.push(value);
  else if (binding.writes.length === VALUES_MAX) binding.writes.push(undefined);
}

/** Concatenates; adjacent constants are joined. */
export function join(left: Value, right: Value): Value {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  const parts =
    typeof left === 'object' && left.kind === 'join' ? [...left.parts.slice(0, 8)] : [left];
  // Only the beginning decides where an address leads.
  if (parts.length < 8) parts.push(right);
  return { kind: 'join', parts };
}

/** True when the code of this scope runs as soon as the script does. */
export function runsAtOnce(scope: Scope): boolean {
  for (let at: Scope | null = scope; at !== null; at = at.parent)
    if ((at.flags & FUNCTION_SCOPE) !== 0 && !at.calledInPlace) return false;
  return true;
}
