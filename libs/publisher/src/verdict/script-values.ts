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

/** What a value turned out to be. `whole` false: the text is only its beginning; `sure` false: perhaps never used. */
export type Outcome =
  | { readonly is: 'text'; readonly text: string; readonly whole: boolean; readonly sure: boolean }
  | { readonly is: 'self' }
  | { readonly is: 'element'; readonly tag: string }
  | { readonly is: 'global'; readonly name: string }
  | { readonly is: 'unknown' };

/** Surely leads nowhere. */
export const SELF: Value = { kind: 'self' };
const UNKNOWN: Outcome = { is: 'unknown' };
/** More values than this for one name, and it counts as anything. */
const VALUES_MAX = 16;
const DEPTH_MAX = 12;
const OUTCOMES_MAX = 32;
const STEPS_MAX = 256;
/** A scope that function calls make, in the parser's flags. */
const FUNCTION_SCOPE = 2;
/** Longest beginning that is needed to see where an address leads. */
const PREFIX_CHARS_MAX = 4096;

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

/** Adds a value to a name; `sure` false when it may never be given. */
export function give(binding: Binding, value: Value, sure = true): void {
  if (value === undefined || binding.values.length >= VALUES_MAX) binding.open = true;
  else binding.values.push({ value, sure });
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

interface Walk {
  steps: number;
  readonly seen: Set<Binding>;
}

function unsure(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.map((o) => (o.is === 'text' ? { ...o, sure: false } : o));
}

function joined(parts: readonly Value[], depth: number, walk: Walk): Outcome[] {
  let heads: Outcome[] = [{ is: 'text', text: '', whole: true, sure: true }];
  for (const part of parts) {
    const open = heads.some((h) => h.is === 'text' && h.whole && h.text.length < PREFIX_CHARS_MAX);
    if (!open) break;
    const tails = resolve(part, depth + 1, walk);
    heads = heads.flatMap((head): Outcome[] => {
      if (head.is !== 'text' || !head.whole) return [head];
      return tails.map((tail): Outcome => {
        if (tail.is === 'text')
          return { ...tail, text: head.text + tail.text, sure: head.sure && tail.sure };
        if (tail.is === 'self' && head.text === '') return { is: 'self' };
        return { ...head, whole: false };
      });
    });
    if (heads.length > OUTCOMES_MAX) return [UNKNOWN];
  }
  return heads;
}

function named(name: string, scope: Scope, depth: number, walk: Walk): Outcome[] {
  const binding = lookUp(scope, name);
  if (binding === null) return [{ is: 'global', name }];
  if (binding.values.length === 0 || walk.seen.has(binding)) return [UNKNOWN];
  walk.seen.add(binding);
  const found = binding.values.flatMap(({ value, sure }) =>
    sure ? resolve(value, depth + 1, walk) : unsure(resolve(value, depth + 1, walk)),
  );
  walk.seen.delete(binding);
  return binding.open ? [...found, UNKNOWN] : found;
}

/** The literals a value may be, for reading a member out of them. */
function bagsOf(of: Value, depth: number): { readonly values: Value[]; readonly open: boolean } {
  const none = { values: [], open: true };
  if (typeof of !== 'object' || depth > DEPTH_MAX) return none;
  if (of.kind === 'bag') return { values: [of], open: false };
  if (of.kind !== 'name') return none;
  const binding = lookUp(of.scope, of.name);
  if (binding === null || binding.values.length === 0) return none;
  const inner = binding.values.map(({ value }) => bagsOf(value, depth + 1));
  return {
    values: [...inner.flatMap(({ values }) => values), ...binding.writes],
    open: binding.open || inner.some(({ open }) => open),
  };
}

function memberOf(of: Value, key: string | undefined, depth: number, walk: Walk): Outcome[] {
  // `new URL(text).href` and `text.toString()` are the text again.
  if (key === 'href') {
    const self = resolve(of, depth + 1, walk);
    if (self.every((o) => o.is === 'text' || o.is === 'self')) return self;
  }
  const { values, open } = bagsOf(of, 0);
  const found = values.flatMap((value) => {
    if (typeof value !== 'object' || value.kind !== 'bag') return resolve(value, depth + 1, walk);
    const at = key === undefined ? -1 : value.keys.indexOf(key);
    return (at < 0 ? value.all : [value.all[at]]).flatMap((v) => resolve(v, depth + 1, walk));
  });
  return open || found.length === 0 || found.length > OUTCOMES_MAX
    ? [...found.slice(0, OUTCOMES_MAX), UNKNOWN]
    : found;
}

/** All that a value can turn out to be; bounded in depth and steps, "unknown" beyond. */
export function resolve(
  value: Value,
  depth = 0,
  walk: Walk = { steps: 0, seen: new Set() },
): Outcome[] {
  walk.steps += 1;
  if (value === undefined || depth > DEPTH_MAX || walk.steps > STEPS_MAX) return [UNKNOWN];
  if (typeof value === 'string') return [{ is: 'text', text: value, whole: true, sure: true }];
  switch (value.kind) {
    case 'self':
      return [{ is: 'self' }];
    case 'element':
      return [{ is: 'element', tag: value.tag }];
    case 'bag':
      return [UNKNOWN];
    case 'join':
      return joined(value.parts, depth, walk);
    case 'name':
      return named(value.name, value.scope, depth, walk);
    case 'member':
      return memberOf(value.of, value.key, depth, walk);
    case 'either':
      return value.of.flatMap((v) => resolve(v, depth + 1, walk)).slice(0, OUTCOMES_MAX);
  }
}
