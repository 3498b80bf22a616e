/**
 * What the analysis knows about the value of an expression of a script; `undefined` means any value. Nothing is executed:
 * values are constants, names, and concatenations and lists of them.
 */
export type KnownExpressionValue =
  | undefined
  | string
  /** A concatenation of the values in `parts`, in this order. */
  | { readonly kind: 'join'; readonly parts: readonly KnownExpressionValue[] }
  /** A variable or global. It is resolved after the end of the page, when all its values are known. */
  | { readonly kind: 'name'; readonly name: string; readonly scope: ScriptScope }
  | { readonly kind: 'member'; readonly of: KnownExpressionValue; readonly key: string | undefined }
  /** Any one of the values in `of`. */
  | { readonly kind: 'either'; readonly of: readonly KnownExpressionValue[] }
  /** An array or object literal with its values. `keys` has the name for each value; it is empty for an array. */
  | {
      readonly kind: 'bag';
      readonly keys: readonly string[];
      readonly all: readonly KnownExpressionValue[];
    }
  /** An address of content inside the page: an object URL, a canvas as a data URL. */
  | { readonly kind: 'self' }
  /** An element that a script creates. */
  | { readonly kind: 'element'; readonly tag: string };

/** A lexical scope of a script. acorn itself uses the members `flags`, `var`, `lexical` and `functions`. */
export interface ScriptScope {
  readonly flags: number;
  readonly names: Map<string, ScriptVariableValues>;
  parent: ScriptScope | null;
  /** True for the scope of a function expression that is called where it is written. */
  calledInPlace: boolean;
  readonly var: string[];
  readonly lexical: string[];
  readonly functions: string[];
}

/** All values that the scripts of a page assign to one variable. */
export interface ScriptVariableValues {
  readonly values: { readonly value: KnownExpressionValue; readonly sure: boolean }[];
  /** Values that scripts write to members of the variable: `images.hero = …`, `list.push(…)`. */
  readonly writes: KnownExpressionValue[];
  /** True when the variable may also have a value that is not recorded. */
  open: boolean;
  /** The parameters of the function that is assigned to the variable, or null. */
  parameters: {
    readonly scope: ScriptScope;
    readonly names: readonly (string | undefined)[];
  } | null;
}

/** The value that stands for every address whose content is inside the page, such as an object URL. */
export const SELF_CONTAINED_VALUE: KnownExpressionValue = { kind: 'self' };
/** Maximum number of values that are recorded for a variable. With more, it may have any value. */
const VALUES_MAX = 16;
/** acorn's flag for the scope of a function. */
const FUNCTION_SCOPE = 2;

/** Makes a lexical scope of a script, without variables. */
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

/** Returns the variable with this name in the scope. Declares it without a value when there is none. */
export function declareName(scope: ScriptScope, name: string): ScriptVariableValues {
  const known = scope.names.get(name);
  if (known !== undefined) return known;
  const binding: ScriptVariableValues = { values: [], writes: [], open: false, parameters: null };
  scope.names.set(name, binding);
  return binding;
}

/** Returns the variable to which a name refers in a scope. Null for a global that no script declares. */
export function findBinding(scope: ScriptScope, name: string): ScriptVariableValues | null {
  for (let at: ScriptScope | null = scope; at !== null; at = at.parent) {
    const binding = at.names.get(name);
    if (binding !== undefined) return binding;
  }
  return null;
}

/**
 * Records a possible value of a variable. `sure` is false when the script may never use it. Returns a function that removes the
 * value again.
 */
export function addValue(
  binding: ScriptVariableValues,
  value: KnownExpressionValue,
  sure = true,
): () => void {
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

/** Records a value that a script writes to a member of the variable. */
export function addMemberValue(binding: ScriptVariableValues, value: KnownExpressionValue): void {
  if (binding.writes.length < VALUES_MAX) binding.writes.push(value);
  else if (binding.writes.length === VALUES_MAX) binding.writes.push(undefined);
}

/** Returns the concatenation of two values; of two constants, one constant. */
export function concatenate(
  left: KnownExpressionValue,
  right: KnownExpressionValue,
): KnownExpressionValue {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  const parts =
    typeof left === 'object' && left.kind === 'join' ? [...left.parts.slice(0, 8)] : [left];
  // Of a text that a script concatenates, 8 parts are kept: the beginning of an address decides which host it names.
  if (parts.length < 8) parts.push(right);
  return { kind: 'join', parts };
}

/** True when code in this scope runs while the page loads. False inside a function that may be called later or never. */
export function runsAtLoad(scope: ScriptScope): boolean {
  for (let at: ScriptScope | null = scope; at !== null; at = at.parent)
    if ((at.flags & FUNCTION_SCOPE) !== 0 && !at.calledInPlace) return false;
  return true;
}
