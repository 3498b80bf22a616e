import { escapeArguments } from './arguments.ts';
import { callValue } from './call-value.ts';
import type { Value } from './domain.ts';
import type { Call } from './frame.ts';
import { callStatic } from './global-methods.ts';
import { openWindow, setTimer } from './globals.ts';
import { BAG } from './host-kinds.ts';
import { doubted, only } from './host-method.ts';
import { callMethod } from './interpreter.ts';
import { judge } from './judge.ts';
import { fromReflect, METHODS, RESULTS } from './method-table.ts';
import { NEVER_METHODS } from './sink-table.ts';
import { BIT, has, host, isNever, join, joinAll, NEVER, UNKNOWN } from './value.ts';

/** `[].forEach.call(list, …)`: a method of the browser that is called on another object. */
function borrowed(on: Value, name: string, call: Call): Value {
  const [self = NEVER, ...list] = call.list;
  if (name !== 'call' || call.nodes[0]?.type === 'SpreadElement') return doubted(call, name);
  const inner: Call = { ...call, list, nodes: call.nodes.slice(1) };
  return joinAll(
    [...on.hosts].map((one) => callMethod(self, one.slice(one.indexOf('#') + 1), inner)),
  );
}

function callWindow(on: Value, name: string, call: Call): Value | null {
  const own = call.frame.world.readGlobal(name);
  const results: Value[] = [];
  if (!isNever(own)) results.push(callValue(own, host('$window'), call));
  if (name === 'setTimeout' || name === 'setInterval')
    return join(joinAll(results), setTimer(call));
  if (name === 'open' && !only(on, BAG)) return join(joinAll(results), openWindow(call));
  return results.length > 0 && only(on, /^\$window$/) ? joinAll(results) : null;
}

/** A method of an object of the browser, or of one that is not known. */
export function callHostMethod(on: Value, name: string, call: Call): Value {
  const { world } = call.frame;
  world.elements.touch(on, name, 'called');
  const results: Value[] = [];
  const wild = world.wildValue(name);
  if (!isNever(wild)) results.push(callValue({ ...wild, bits: wild.bits & ~BIT.LOADER }, on, call));
  for (const owner of on.hosts)
    if (owner.startsWith('@')) {
      const found = callStatic(owner.slice(1), name, call);
      if (found !== null) results.push(found);
      else if (owner === '@Reflect') results.push(fromReflect(on, call, name));
    }
  if (results.length > 0 && only(on, /^@/) && isNever(wild)) return joinAll(results);
  if (on.hosts.has('$stylemap'))
    for (const value of call.list) judge('css', `.${name}()`, value, on, call.node, call.frame);
  if (only(on, /^@method#/)) return borrowed(on, name, call);
  if (has(on, BIT.LOADER) && /^(?:register|add|addAll|put|navigate)$/.test(name))
    doubted(call, name);
  if (
    /^(?:call|apply|bind)$/.test(name) &&
    (has(on, BIT.LOADER) || [...on.hosts].some((h) => h.startsWith('@')))
  )
    doubted(call, name);
  if (only(on, BAG) && name !== 'bind') {
    escapeArguments(call);
    if (on.hosts.has('$context') && /^create/.test(name)) return host('$bag');
    return join(joinAll(results), world.isWritten(name) ? UNKNOWN : (RESULTS.get(name) ?? UNKNOWN));
  }
  if (on.hosts.has('$window') || /^(?:setTimeout|setInterval|open)$/.test(name)) {
    const found = callWindow(on, name, call);
    if (found !== null) return join(joinAll(results), found);
  }
  if (NEVER_METHODS.has(name) || (/^(?:write|writeln)$/.test(name) && !only(on, BAG))) {
    const written = joinAll([...call.list, call.rest]);
    if (name.startsWith('write'))
      judge('markup', 'document.write()', written, on, call.node, call.frame);
    else doubted(call, name);
    escapeArguments(call);
    return UNKNOWN;
  }
  const method = METHODS.get(name);
  // An object that is not known may have a method of the page under the name.
  const ofPage = world.isWritten(name) && has(on, BIT.UNKNOWN | BIT.LOADER) ? UNKNOWN : NEVER;
  if (method !== undefined) return joinAll([...results, ofPage, method(on, call, name)]);
  escapeArguments(call);
  results.push(
    world.isWritten(name) ? UNKNOWN : name === 'cloneNode' ? on : (RESULTS.get(name) ?? UNKNOWN),
  );
  return joinAll(results);
}
