import { escapeArguments, unknownResult } from './arguments.ts';
import { callValue } from './call-value.ts';
import type { AbstractValue } from './domain.ts';
import type { CallWithEvaluatedArguments } from './frame.ts';
import { callStatic } from './global-methods.ts';
import { openWindow, setTimer } from './globals.ts';
import { INERT_HOST, isOnlyMatching } from './host-kinds.ts';
import { doubtMethod } from './host-method.ts';
import { callMethod } from './interpreter.ts';
import { judge } from './judge.ts';
import { fromReflect, HOST_METHODS, HOST_RESULTS } from './method-table.ts';
import { NEVER_METHODS } from './sink-table.ts';
import { BIT, has, host, isNever, isUnknown, join, joinAll, NEVER, UNKNOWN } from './value.ts';

/** Evaluates a built-in method that the page's code calls on another object, as in `[].forEach.call(list, …)`. */
function borrowed(
  on: AbstractValue,
  name: string,
  call: CallWithEvaluatedArguments,
): AbstractValue {
  const [self = NEVER, ...list] = call.list;
  if (name !== 'call' || call.nodes[0]?.type === 'SpreadElement') return doubtMethod(call, name);
  const inner: CallWithEvaluatedArguments = { ...call, list, nodes: call.nodes.slice(1) };
  return joinAll(
    [...on.hosts].map((one) => callMethod(self, one.slice(one.indexOf('#') + 1), inner)),
  );
}

/**
 * Evaluates a call of a method of each browser global that the value may be, such as `Object.keys`. The `relList` of a link
 * counts as a global, so that a write to its members, and `call`, `apply` and `bind` of its methods, are reported as those of
 * globals are.
 */
function callGlobals(
  on: AbstractValue,
  name: string,
  call: CallWithEvaluatedArguments,
): AbstractValue[] {
  const results: AbstractValue[] = [];
  for (const owner of on.hosts) {
    const found = owner.startsWith('@') ? callStatic(owner.slice(1), name, call) : null;
    if (found !== null) results.push(found);
    else if (owner === '@Reflect') results.push(fromReflect(on, call, name));
    else if (owner === '@relList' && /^(?:add|toggle|replace)$/.test(name)) {
      const words = joinAll([...call.list, call.rest]);
      judge('switch', `.relList.${name}()`, words, UNKNOWN, call.node, call.frame);
    }
  }
  return results;
}

function callWindow(
  on: AbstractValue,
  name: string,
  call: CallWithEvaluatedArguments,
): AbstractValue | null {
  const own = call.frame.state.readGlobal(name);
  const results: AbstractValue[] = [];
  if (!isNever(own)) results.push(callValue(own, host('$window'), call));
  if (name === 'setTimeout' || name === 'setInterval')
    return join(joinAll(results), setTimer(call));
  if (name === 'open') return join(joinAll(results), openWindow(call));
  return results.length > 0 && isOnlyMatching(on, /^\$window$/) ? joinAll(results) : null;
}

/**
 * Returns the result that `HOST_RESULTS` lists for a browser method; an unknown value when the page may define a method of this
 * name.
 */
function listedResult(name: string, { frame }: CallWithEvaluatedArguments): AbstractValue {
  return frame.state.isWritten(name) ? UNKNOWN : (HOST_RESULTS.get(name) ?? UNKNOWN);
}

/** Returns the possible results of the method `name` of a browser object or of an unknown object, and records the effects. */
export function callHostMethod(
  on: AbstractValue,
  name: string,
  call: CallWithEvaluatedArguments,
): AbstractValue {
  const { state } = call.frame;
  state.elements.touch(on, name, 'called');
  const results: AbstractValue[] = [];
  const wild = state.untrackedValue(name);
  if (!isNever(wild)) results.push(callValue({ ...wild, bits: wild.bits & ~BIT.LOADER }, on, call));
  results.push(...callGlobals(on, name, call));
  if (results.length > 0 && isOnlyMatching(on, /^@/) && isNever(wild)) return joinAll(results);
  if (on.hosts.has('$stylemap'))
    for (const value of call.list) judge('css', `.${name}()`, value, on, call.node, call.frame);
  if (isOnlyMatching(on, /^@method#/)) return borrowed(on, name, call);
  if (has(on, BIT.LOADER) && /^(?:register|add|addAll|put|navigate)$/.test(name))
    doubtMethod(call, name);
  if (
    /^(?:call|apply|bind)$/.test(name) &&
    (has(on, BIT.LOADER) || [...on.hosts].some((h) => h.startsWith('@')))
  )
    doubtMethod(call, name);
  if (isOnlyMatching(on, INERT_HOST) && name !== 'bind') {
    escapeArguments(call);
    if (on.hosts.has('$context') && /^create/.test(name)) return host('$bag');
    return join(joinAll(results), listedResult(name, call));
  }
  if (on.hosts.has('$window') || /^(?:setTimeout|setInterval|open)$/.test(name)) {
    const found = callWindow(on, name, call);
    if (found !== null) return join(joinAll(results), found);
  }
  if (name === 'write' || name === 'writeln') {
    const written = joinAll([...call.list, call.rest]);
    judge('markup', 'document.write()', written, on, call.node, call.frame);
    return unknownResult(call);
  }
  if (NEVER_METHODS.has(name)) return doubtMethod(call, name);
  const method = HOST_METHODS.get(name);
  // An unknown object may be an object of the page with its own method of this name.
  const ofPage = state.isWritten(name) && isUnknown(on) ? UNKNOWN : NEVER;
  if (method !== undefined) return joinAll([...results, ofPage, method(on, call, name)]);
  escapeArguments(call);
  const isCopy = name === 'cloneNode' && !state.isWritten(name);
  results.push(isCopy ? on : listedResult(name, call));
  return joinAll(results);
}
