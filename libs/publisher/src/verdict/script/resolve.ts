import { lookUp, type Binding, type Scope, type Value } from './values.ts';

/** What a value turned out to be. `whole` false: the text is only its beginning; `sure` false: perhaps never used. */
export type Outcome =
  | { readonly is: 'text'; readonly text: string; readonly whole: boolean; readonly sure: boolean }
  | { readonly is: 'self' }
  | { readonly is: 'element'; readonly tag: string }
  | { readonly is: 'global'; readonly name: string }
  | { readonly is: 'unknown' };

const UNKNOWN: Outcome = { is: 'unknown' };
const DEPTH_MAX = 12;
const OUTCOMES_MAX = 32;
const STEPS_MAX = 256;
/** Longest beginning that is needed to see where an address leads. */
const PREFIX_CHARS_MAX = 4096;

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
