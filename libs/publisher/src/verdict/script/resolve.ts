import {
  findBinding,
  type ScriptVariableValues,
  type ScriptScope,
  type KnownExpressionValue,
} from './values.ts';

/**
 * One value that an expression of a script may have at run time. `text`: a string; `whole` is false when only its beginning is
 * known, `sure` is false when the script may never use it. `self`: an address whose content is inside the page.
 */
export type ResolvedScriptValue =
  | { readonly is: 'text'; readonly text: string; readonly whole: boolean; readonly sure: boolean }
  | { readonly is: 'self' }
  | { readonly is: 'element'; readonly tag: string }
  | { readonly is: 'global'; readonly name: string }
  | { readonly is: 'unknown' };

const UNKNOWN_OUTCOME: ResolvedScriptValue = { is: 'unknown' };
const RESOLVE_DEPTH_MAX = 12;
const OUTCOMES_MAX = 32;
const RESOLVE_STEPS_MAX = 256;
/** Length of the beginning of an address that is resolved, in characters. It is enough to decide the target. */
const PREFIX_CHARS_MAX = 4096;

/**
 * The progress of one `resolve` call: the number of steps, and the variables that are being resolved, by which cycles are
 * found.
 */
interface ValueResolutionProgress {
  steps: number;
  readonly seen: Set<ScriptVariableValues>;
}

function withoutCertainty(outcomes: readonly ResolvedScriptValue[]): ResolvedScriptValue[] {
  return outcomes.map((o) => (o.is === 'text' ? { ...o, sure: false } : o));
}

function resolveJoin(
  parts: readonly KnownExpressionValue[],
  depth: number,
  walk: ValueResolutionProgress,
): ResolvedScriptValue[] {
  let heads: ResolvedScriptValue[] = [{ is: 'text', text: '', whole: true, sure: true }];
  for (const part of parts) {
    const open = heads.some((h) => h.is === 'text' && h.whole && h.text.length < PREFIX_CHARS_MAX);
    if (!open) break;
    const tails = resolve(part, depth + 1, walk);
    heads = heads.flatMap((head): ResolvedScriptValue[] => {
      if (head.is !== 'text' || !head.whole) return [head];
      return tails.map((tail): ResolvedScriptValue => {
        if (tail.is === 'text')
          return { ...tail, text: head.text + tail.text, sure: head.sure && tail.sure };
        if (tail.is === 'self' && head.text === '') return { is: 'self' };
        return { ...head, whole: false };
      });
    });
    if (heads.length > OUTCOMES_MAX) return [UNKNOWN_OUTCOME];
  }
  return heads;
}

function resolveName(
  name: string,
  scope: ScriptScope,
  depth: number,
  walk: ValueResolutionProgress,
): ResolvedScriptValue[] {
  const binding = findBinding(scope, name);
  if (binding === null) return [{ is: 'global', name }];
  if (binding.values.length === 0 || walk.seen.has(binding)) return [UNKNOWN_OUTCOME];
  walk.seen.add(binding);
  const found = binding.values.flatMap(({ value, sure }) =>
    sure ? resolve(value, depth + 1, walk) : withoutCertainty(resolve(value, depth + 1, walk)),
  );
  walk.seen.delete(binding);
  return binding.open ? [...found, UNKNOWN_OUTCOME] : found;
}

/** Returns the array and object literals that a value may be; `open` is true when the value may also be another object. */
function bagsOf(
  of: KnownExpressionValue,
  depth: number,
): { readonly values: KnownExpressionValue[]; readonly open: boolean } {
  const none = { values: [], open: true };
  if (typeof of !== 'object' || depth > RESOLVE_DEPTH_MAX) return none;
  if (of.kind === 'bag') return { values: [of], open: false };
  if (of.kind !== 'name') return none;
  const binding = findBinding(of.scope, of.name);
  if (binding === null || binding.values.length === 0) return none;
  const inner = binding.values.map(({ value }) => bagsOf(value, depth + 1));
  return {
    values: [...inner.flatMap(({ values }) => values), ...binding.writes],
    open: binding.open || inner.some(({ open }) => open),
  };
}

function resolveMember(
  of: KnownExpressionValue,
  key: string | undefined,
  depth: number,
  walk: ValueResolutionProgress,
): ResolvedScriptValue[] {
  // `new URL(text).href` loads the same target as `text`, so the value of `href` is the value of the object.
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
    ? [...found.slice(0, OUTCOMES_MAX), UNKNOWN_OUTCOME]
    : found;
}

/**
 * Finds all values that an expression of a script may have. When a limit of depth, steps or results is exceeded, the result is
 * unknown.
 */
export function resolve(
  value: KnownExpressionValue,
  depth = 0,
  walk: ValueResolutionProgress = { steps: 0, seen: new Set() },
): ResolvedScriptValue[] {
  walk.steps += 1;
  if (value === undefined || depth > RESOLVE_DEPTH_MAX || walk.steps > RESOLVE_STEPS_MAX)
    return [UNKNOWN_OUTCOME];
  if (typeof value === 'string') return [{ is: 'text', text: value, whole: true, sure: true }];
  switch (value.kind) {
    case 'self':
      return [{ is: 'self' }];
    case 'element':
      return [{ is: 'element', tag: value.tag }];
    case 'bag':
      return [UNKNOWN_OUTCOME];
    case 'join':
      return resolveJoin(value.parts, depth, walk);
    case 'name':
      return resolveName(value.name, value.scope, depth, walk);
    case 'member':
      return resolveMember(value.of, value.key, depth, walk);
    case 'either':
      return value.of.flatMap((v) => resolve(v, depth + 1, walk)).slice(0, OUTCOMES_MAX);
  }
}
