import { nameSet } from '../model/index.ts';
import { argument, escapeArguments } from './arguments.ts';
import type { AllocationSite, AbstractValue } from './domain.ts';
import type { CallWithEvaluatedArguments } from './frame.ts';
import { arrayOf, callFunction, elementsOf } from './functions.ts';
import { fieldOf } from './allocation-site.ts';
import { stringOf } from './strings.ts';
import { repeated } from './texts.ts';
import {
  BIT,
  ELEMENTS,
  has,
  isForeign,
  isNever,
  join,
  joinAll,
  NEVER,
  NONE,
  PRIMITIVE,
  siteValue,
  text,
  UNKNOWN,
} from './value.ts';

/**
 * Returns the possible results of a callback, such as that of `forEach`, and records that it is called. When the callback is
 * unknown, code that the analysis does not evaluate may receive its arguments.
 */
export function callback(
  fn: AbstractValue,
  args: readonly AbstractValue[],
  self: AbstractValue,
  call: CallWithEvaluatedArguments,
): AbstractValue {
  const { frame, node } = call;
  if (isNever(fn)) return NEVER;
  const results = [...fn.sites].map((site) => callFunction(site, self, args, frame));
  if (isForeign(fn)) {
    for (const value of args) frame.state.escape(value);
    results.push(UNKNOWN);
    const safe = [...fn.hosts].every((name) =>
      /^@(?:String|Number|Boolean|parseInt|parseFloat|encodeURIComponent|resolve)$/.test(name),
    );
    if (has(fn, BIT.LOADER) || !safe) frame.state.doubt(node, frame, '…()');
  }
  return joinAll(results);
}

const SAME = nameSet(`
  slice concat reverse sort splice toSorted toReversed filter with copyWithin toSpliced
`);
const ONE = nameSet('pop shift at find findLast');
const COUNT = nameSet('includes indexOf lastIndexOf some every findIndex findLastIndex forEach');
const WITH_CALLBACK = nameSet(
  'filter find findLast some every findIndex findLastIndex forEach map flatMap',
);

/** Replaces each array among the possible values by the values of its elements. */
function opened(values: AbstractValue, call: CallWithEvaluatedArguments): AbstractValue {
  const ofKind = (isArray: boolean): ReadonlySet<AllocationSite> =>
    new Set([...values.sites].filter(({ kind }) => (kind === 'array') === isArray));
  const inner = elementsOf({ ...NEVER, sites: ofKind(true) }, call.frame);
  return join({ ...values, sites: ofKind(false) }, inner);
}

/** Returns the elements of the array that `flat()` makes. With a depth argument, these are the elements of all depths. */
function flattened(elements: AbstractValue, call: CallWithEvaluatedArguments): AbstractValue {
  let found = opened(elements, call);
  if (call.nodes.length === 0) return found;
  for (let before = NEVER; before !== found;) {
    before = found;
    found = join(found, opened(found, call));
  }
  return found;
}

/** Returns the possible results of a method of an array that the page's code creates, and records the effects of the call. */
export function callArrayMethod(
  site: AllocationSite,
  name: string,
  call: CallWithEvaluatedArguments,
): AbstractValue {
  const { frame, node, list, rest } = call;
  const { state } = frame;
  const self = siteValue(site);
  const elements = elementsOf(self, frame);
  const made = (of: AbstractValue, slot: string): AbstractValue =>
    arrayOf(state.sites.at(node, 'array', slot), of, frame);
  let result: AbstractValue = NEVER;
  if (WITH_CALLBACK.has(name) && !isNever(elements))
    result = callback(argument(call, 0), [elements, PRIMITIVE, self], argument(call, 1), call);
  if (name === 'map') return made(result, 'map');
  if (name === 'flatMap') return made(opened(result, call), 'flat');
  if (name === 'flat') return made(flattened(elements, call), 'flat');
  if (name === 'reduce' || name === 'reduceRight') return reduce(elements, call);
  if (name === 'sort' || name === 'toSorted')
    callback(argument(call, 0), [elements, elements], NONE, call);
  if (name === 'push' || name === 'unshift' || name === 'fill') {
    for (const value of [...list, rest]) state.put(fieldOf(site, ELEMENTS), value);
    if (site.hasEscaped) escapeArguments(call);
    return name === 'fill' ? self : PRIMITIVE;
  }
  if (name === 'splice')
    for (const value of [...list.slice(2), rest]) state.put(fieldOf(site, ELEMENTS), value);
  if (name === 'with') state.put(fieldOf(site, ELEMENTS), argument(call, 1));
  if (name === 'join' || name === 'toString')
    return repeated(stringOf(elements, frame), stringOf(list[0] ?? text(','), frame), rest);
  if (name === 'concat') {
    const more = joinAll([...list, rest].map((value) => opened(value, call)));
    return made(join(elements, more), 'concat');
  }
  if (name === 'entries') {
    const pair = state.sites.at(node, 'array', 'pair');
    return made(arrayOf(pair, join(PRIMITIVE, elements), frame), 'entries');
  }
  if (name === 'keys') return made(PRIMITIVE, 'keys');
  if (name === 'values') return self;
  if (name === 'reverse' || name === 'sort') return self;
  if (SAME.has(name)) return made(elements, name);
  if (ONE.has(name)) return join(elements, NONE);
  if (COUNT.has(name)) return PRIMITIVE;
  escapeArguments(call);
  state.escape(self);
  return UNKNOWN;
}

function reduce(elements: AbstractValue, call: CallWithEvaluatedArguments): AbstractValue {
  const fn = argument(call, 0);
  const initial = call.list.length > 1 ? argument(call, 1) : elements;
  if (isForeign(fn)) {
    escapeArguments(call);
    call.frame.state.doubt(call.node, call.frame, '…()');
    return UNKNOWN;
  }
  const before = joinAll([...fn.sites].map((site) => site.fn?.returns.value ?? UNKNOWN));
  const after = callback(fn, [join(initial, before), elements, PRIMITIVE], NONE, call);
  return join(initial, after);
}
