import type { AnyNode, CallExpression, NewExpression } from 'acorn';
import { escapeArguments, spreadArguments, unknownResult } from './arguments.ts';
import { callArrayMethod } from './array-methods.ts';
import { callValue } from './call-value.ts';
import type { AllocationSite, AbstractValue } from './domain.ts';
import { hasField, readField } from './fields.ts';
import type { EvaluatedArguments, CallWithEvaluatedArguments, EvaluationFrame } from './frame.ts';
import { selfOf } from './function-values.ts';
import { callFunction, construct, constructParents, elementsOf } from './functions.ts';
import { constructGlobal } from './globals.ts';
import { callHostMethod } from './host-methods.ts';
import { evaluate } from './interpreter.ts';
import { keyOf } from './keys.ts';
import { readMember } from './members.ts';
import { callTextMethod } from './text-methods.ts';
import {
  ANYTHING,
  BIT,
  has,
  hasText,
  host,
  isForeign,
  isNever,
  isUnknown,
  join,
  joinAll,
  namesOf,
  NEVER,
  siteValue,
} from './value.ts';

/** Returns the possible results of the method `name`, called on each object that a value may be, and records the effects. */
export function callValueMethod(
  on: AbstractValue,
  name: string,
  call: CallWithEvaluatedArguments,
): AbstractValue {
  if (name === 'constructor') return isNever(on) ? NEVER : callValue(ANYTHING, on, call);
  const results: AbstractValue[] = [];
  for (const site of on.sites) results.push(callSiteMethod(site, name, call));
  const hasHostSite = [...on.sites].some((site) => site.isHost && !hasField(site, name));
  const foreign: AbstractValue = hasHostSite ? join(on, host('*')) : on;
  if (foreign.hosts.size > 0 || isUnknown(on)) results.push(callHostMethod(foreign, name, call));
  const isText = hasText(on) || has(on, BIT.DATA | BIT.OPEN_DATA | BIT.INNER | BIT.PRIMITIVE);
  if (isText) results.push(callTextMethod(on, name, call));
  if (isNever(on)) return NEVER;
  return joinAll(results);
}

/** Matches the names of methods that every object inherits. Calling any other method that the page does not define throws. */
const INHERITED =
  /^(?:toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|constructor|__\w+__)$/;

function callSiteMethod(
  site: AllocationSite,
  name: string,
  call: CallWithEvaluatedArguments,
): AbstractValue {
  const { frame, list, rest } = call;
  const self = siteValue(site);
  const results: AbstractValue[] = [];
  if (hasField(site, name)) {
    const value = readField(site, name, frame);
    results.push(callValue(value, self, call));
    if (has(value, BIT.UNKNOWN)) escapeArguments(call);
  } else if (site.hasEscaped && !isNever(frame.state.untrackedValue(name)))
    results.push(callValue(frame.state.untrackedValue(name), self, call));
  if (site.fn !== null) {
    if (name === 'call')
      return join(
        joinAll(results),
        callFunction(site, list[0] ?? rest, list.slice(1), frame, rest),
      );
    if (name === 'apply') {
      const given = elementsOf(join(list[1] ?? NEVER, rest), frame);
      return join(joinAll(results), callFunction(site, list[0] ?? rest, [], frame, given));
    }
    if (name === 'bind') {
      frame.state.put(site.fn.self, list[0] ?? rest);
      if (list.length > 1 || !isNever(rest)) {
        frame.state.escape(self);
        escapeArguments(call);
      }
      return join(joinAll(results), self);
    }
  }
  if (site.kind === 'array' && !hasField(site, name))
    results.push(callArrayMethod(site, name, call));
  else if (/^__/.test(name)) frame.state.doubt(call.node, frame, `.${name}()`);
  else if (!hasField(site, name) && INHERITED.test(name)) results.push(unknownResult(call));
  return joinAll(results);
}

/** Evaluates a call expression: a call of a function, of a method or of the superclass constructor (`super(…)`). */
export function evaluateCall(
  node: CallExpression & AnyNode,
  frame: EvaluationFrame,
): AbstractValue {
  const { callee } = node;
  if (callee.type === 'Super') {
    const args = spreadArguments(node.arguments, frame);
    superCall(args, frame);
    return selfOf(frame);
  }
  if (callee.type === 'MemberExpression') {
    const on = evaluate(callee.object, frame);
    const key = keyOf(callee, frame);
    const call: CallWithEvaluatedArguments = {
      ...spreadArguments(node.arguments, frame),
      node,
      frame,
    };
    const names = namesOf(key);
    if (names === null) return callValue(readMember(on, key, frame), on, call);
    return joinAll(names.map((name) => callValueMethod(on, name, call)));
  }
  const value = evaluate(callee, frame);
  const call: CallWithEvaluatedArguments = {
    ...spreadArguments(node.arguments, frame),
    node,
    frame,
  };
  return callValue(value, host('$window'), call);
}

function superCall(args: EvaluatedArguments, frame: EvaluationFrame): void {
  const { state } = frame;
  const own = state.thisFunction(frame.fn);
  if (own === null) return;
  const parents = own.parents.value;
  for (const parent of parents.sites)
    callFunction(parent, own.self.value, args.list, frame, args.rest);
  for (const value of [...args.list, args.rest]) if (isForeign(parents)) state.escape(value);
}

/** Evaluates a `new` expression: its class or function may be of the page or of the browser. */
export function evaluateNew(node: NewExpression & AnyNode, frame: EvaluationFrame): AbstractValue {
  const value = evaluate(node.callee, frame);
  const call: CallWithEvaluatedArguments = {
    ...spreadArguments(node.arguments, frame),
    node,
    frame,
  };
  const results: AbstractValue[] = [];
  for (const site of value.sites) {
    results.push(construct(site, call.list, frame, call.rest));
    const made = frame.state.sites.instanceOf(site);
    if (site.fn?.node === null)
      constructParents(site, siteValue(made), call.list, frame, call.rest);
    if (made.isHost) results.push(host('*'));
  }
  if (has(value, BIT.LOADER) || (has(value, BIT.UNKNOWN) && frame.state.isLoaderExposed))
    frame.state.doubt(node, frame, 'new …()');
  if (isUnknown(value)) results.push(unknownResult(call));
  for (const name of value.hosts)
    results.push(name.startsWith('@') ? constructGlobal(name.slice(1), call) : unknownResult(call));
  return joinAll(results);
}
