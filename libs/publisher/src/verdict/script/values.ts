/**
 * The value of an expression, as far as it matters for addresses; `undefined` is any value. Nothing is executed: values
 * are constants, their concatenations and names.
 */
export type SurveyValue =
  | undefined
  | string
  /** A concatenation, in order. */
  | { readonly kind: 'join'; readonly parts: readonly SurveyValue[] }
  /** A name; resolved after the end of the page. */
  | { readonly kind: 'name'; readonly name: string; readonly scope: ScriptScope }
  | { readonly kind: 'member'; readonly of: SurveyValue; readonly key: string | undefined }
  /** One of several values. */
  | { readonly kind: 'either'; readonly of: readonly SurveyValue[] }
  /** An array or object literal with its values; `keys` is empty for an array. */
  | { readonly kind: 'bag'; readonly keys: readonly string[]; readonly all: readonly SurveyValue[] }
  /** An address of content inside the page: an object URL, a canvas as a data URL. */
  | { readonly kind: 'self' }
  /** An element that a script made. */
  | { readonly kind: 'element'; readonly tag: string };

/** A lexical scope. acorn itself uses `flags`, `var`, `lexical` and `functions`. */
export interface ScriptScope {
  readonly flags: number;
  readonly names: Map<string, ScriptBinding>;
  parent: ScriptScope | null;
  /** True for the scope of a function expression that is called at once. */
  calledInPlace: boolean;
  readonly var: string[];
  readonly lexical: string[];
  readonly functions: string[];
}

/** The values of one name. */
export interface ScriptBinding {
  readonly values: { readonly value: SurveyValue; readonly sure: boolean }[];
  /** Values of members that are written later: `images.hero = …`, `list.push(…)`. */
  readonly writes: SurveyValue[];
  /** True when the name may also hold any other value. */
  open: boolean;
  /** The parameters, when the value is a function. */
  parameters: {
    readonly scope: ScriptScope;
    readonly names: readonly (string | undefined)[];
  } | null;
}

/** An address of content inside the page. */
export const SELF_CONTAINED_VALUE: SurveyValue = { kind: 'self' };
/** A name with more values counts as any value. */
const VALUES_MAX = 16;
/** The flag of function scopes, in acorn's numbers. */
const FUNCTION_SCOPE = 2;

/** Makes an empty scope. */
export function makeScriptScope(flags: number, parent: ScriptScope | null): ScriptScope {
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

/** Declares a name without a value, or returns its binding. */
export function declareName(scope: ScriptScope, name: string): ScriptBinding {
  const known = scope.names.get(name);
  if (known !== undefined) return known;
  const binding: ScriptBinding = { values: [], writes: [], open: false, parameters: null };
  scope.names.set(name, binding);
  return binding;
}

/** The binding of a name in a scope; null for a global that the page does not declare. */
export function findBinding(scope: ScriptScope, name: string): ScriptBinding | null {
  for (let at: ScriptScope | null = scope; at !== null; at = at.parent) {
    const binding = at.names.get(name);
    if (binding !== undefined) return binding;
  }
  return null;
}

/** Adds a value to a name; `sure` is false when the assignment may never run. Returns a function that removes the value. */
export function addValue(binding: ScriptBinding, value: SurveyValue, sure = true): () => void {
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

/** Adds the value of a member that is written later. */
export function addMemberValue(binding: ScriptBinding, value: SurveyValue): void {
  if (binding.writes.length < VALUES_MAX) binding.writes.push(value);
  else if (binding.writes.length === VALUES_MAX) binding.writes.push(undefined);
}

/** Concatenates two values; constants become one constant. */
export function concatenate(left: SurveyValue, right: SurveyValue): SurveyValue {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  const parts =
    typeof left === 'object' && left.kind === 'join' ? [...left.parts.slice(0, 8)] : [left];
  // Only the beginning of an address decides its target.
  if (parts.length < 8) parts.push(right);
  return { kind: 'join', parts };
}

/** True when the code of this scope runs at load, outside functions that may never be called. */
export function runsAtLoad(scope: ScriptScope): boolean {
  for (let at: ScriptScope | null = scope; at !== null; at = at.parent)
    if ((at.flags & FUNCTION_SCOPE) !== 0 && !at.calledInPlace) return false;
  return true;
}
