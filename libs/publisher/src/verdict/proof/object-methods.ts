import type { AnyNode } from 'acorn';
import { argument, doubtCall, escapeArguments, unknownResult } from './arguments.ts';
import type { AbstractValue } from './domain.ts';
import { copyMembers, readField } from './fields.ts';
import type { CallWithEvaluatedArguments } from './frame.ts';
import { arrayOf, elementsOf } from './functions.ts';
import { keysOf } from './keys.ts';
import { readMember, writeMember } from './members.ts';
import {
  ANY_NAME,
  BIT,
  ELEMENTS,
  has,
  host,
  isForeign,
  isUnknown,
  join,
  joinAll,
  namesOf,
  NEVER,
  PRIMITIVE,
  siteValue,
  text,
  UNKNOWN,
} from './value.ts';

/**
 * Returns the possible results of a static method of `Object`, such as `Object.assign`, and records the effects of the call.
 */
export function objectStatic(name: string, call: CallWithEvaluatedArguments): AbstractValue | null {
  const { frame, node, list } = call;
  const { state } = frame;
  const first = argument(call, 0);
  const array = (of: AbstractValue, slot: string): AbstractValue =>
    arrayOf(state.sites.at(node, 'array', slot), of, frame);
  switch (name) {
    case 'keys':
    case 'getOwnPropertyNames':
      return array(keysOf(first), 'keys');
    case 'values':
      return array(allValues(first, call), 'values');
    case 'entries':
      return array(array(join(keysOf(first), allValues(first, call)), 'pair'), 'entries');
    case 'freeze':
    case 'seal':
    case 'preventExtensions':
      return first;
    case 'assign':
      for (const source of [...list.slice(1), call.rest]) assignAll(first, source, call);
      return first;
    case 'create': {
      const site = state.sites.at(node, 'object', 'create');
      for (const proto of first.sites) site.protos.add(proto);
      if (first.hosts.size > 0 || has(first, BIT.UNKNOWN)) site.isHost = true;
      return list.length > 1 ? doubtCall(call, 'Object.create()') : siteValue(site);
    }
    case 'fromEntries': {
      const site = state.sites.at(node, 'object', 'from');
      const pairs = elementsOf(first, frame);
      writeMember(siteValue(site), UNKNOWN, elementsOf(pairs, frame), node, frame);
      return siteValue(site);
    }
    case 'defineProperty':
      return defineProperty(call);
    case 'is':
    case 'isFrozen':
    case 'hasOwn':
      return PRIMITIVE;
    case 'getPrototypeOf':
      escapeArguments(call);
      return join(UNKNOWN, host('@prototype'));
    case 'getOwnPropertySymbols':
    case 'groupBy':
      return unknownResult(call);
    default:
      return doubtCall(call, `Object.${name}()`);
  }
}

function allValues(of: AbstractValue, { frame }: CallWithEvaluatedArguments): AbstractValue {
  const parts = [...of.sites].map((site) => readField(site, ANY_NAME, frame));
  if (isForeign(of)) parts.push(UNKNOWN);
  return joinAll(parts);
}

/**
 * True for `Object.defineProperty(window, x.id, { value: x })`. It has no effect, because the browser already defines a global
 * for each element id.
 */
function namesItself(key: AnyNode | undefined, descriptor: AnyNode | undefined): boolean {
  if (key?.type !== 'MemberExpression' || key.computed || key.object.type !== 'Identifier')
    return false;
  if (key.property.type !== 'Identifier' || key.property.name !== 'id') return false;
  if (descriptor?.type !== 'ObjectExpression') return false;
  const { name } = key.object;
  return descriptor.properties.some(
    (p) =>
      p.type === 'Property' &&
      p.key.type === 'Identifier' &&
      p.key.name === 'value' &&
      p.value.type === 'Identifier' &&
      p.value.name === name,
  );
}

function defineProperty(call: CallWithEvaluatedArguments): AbstractValue {
  const { frame, node } = call;
  const [on = NEVER, key = NEVER, descriptor = NEVER] = call.list;
  const isPlain = !isForeign(on);
  const hasAccessor = [...descriptor.sites].some(
    (s) => s.fields.has('get') || s.fields.has('set') || s.fields.has(ANY_NAME),
  );
  const isKnown = !isForeign(descriptor);
  const value = readMember(descriptor, text('value'), frame);
  const isBrowsers = [...on.hosts].some((h) => h.startsWith('@'));
  if (hasAccessor || !isKnown || isBrowsers) return doubtCall(call, 'Object.defineProperty()');
  if (isPlain) writeMember(on, key, value, node, frame);
  else {
    // The new member hides the member of the browser object with the same name. Defining it loads nothing, but its name may be
    // unknown.
    const { state } = frame;
    const names = namesOf(key);
    const isWindow = [...on.hosts].every((h) => h === '$window') && !isUnknown(on);
    const isNode = value.sites.size === 0 && !isUnknown(value);
    if (isWindow && isNode && names === null) {
      const [, named, described] = call.nodes;
      if (!namesItself(named, described)) state.put(state.anyVariable, value);
      return on;
    }
    for (const name of names ?? [ANY_NAME]) {
      state.put(state.untrackedCell(name), value);
      state.writtenNames.add(name);
    }
    state.exposeWindow();
    state.escape(value);
  }
  return on;
}

/** Evaluates `Object.assign` for one source object: writes each of its members to the target. */
function assignAll(
  on: AbstractValue,
  source: AbstractValue,
  call: CallWithEvaluatedArguments,
): void {
  const { frame, node } = call;
  const isPlain = !isForeign(on) && ![...on.sites].some((s) => s.isHost);
  if (isPlain) {
    for (const site of on.sites)
      if (site.setters.size === 0) copyMembers(source, site, frame);
      else writeMember(on, UNKNOWN, allValues(source, call), node, frame);
    return;
  }
  const names = new Set<string>();
  for (const site of source.sites)
    for (const name of [...site.fields.keys(), ...site.getters.keys()]) names.add(name);
  for (const name of names)
    writeMember(
      on,
      name === ANY_NAME ? UNKNOWN : name === ELEMENTS ? PRIMITIVE : text(name),
      readMember(source, name === ANY_NAME ? UNKNOWN : text(name), frame),
      node,
      frame,
    );
  // `Object.assign` copies own members only. A node has own members only where code wrote them by name.
  const isNode =
    source.hosts.size > 0 && [...source.hosts].every((h) => !/^[$@]/.test(h)) && !isUnknown(source);
  const isNothing = !isForeign(source) && source.level === 0;
  if (isNode || isNothing) return;
  writeMember(on, UNKNOWN, UNKNOWN, node, frame);
}
