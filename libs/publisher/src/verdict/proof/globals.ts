import type { AnyNode } from 'acorn';
import { argument, escapeArguments, type Call } from './calls.ts';
import { copyMembers, stringOf } from './expressions.ts';
import { arrayOf, callFunction, elementsOf } from './functions.ts';
import { judge } from './judge.ts';
import { parsedJson } from './json.ts';
import { readField, readMember, writeMember } from './members.ts';
import { keysOf } from './statements.ts';
import { TEXT_LEVEL } from './text-level.ts';
import {
  ANY_NAME,
  BIT,
  ELEMENTS,
  has,
  host,
  INNER,
  join,
  joinAll,
  namesOf,
  NEVER,
  NONE,
  PRIMITIVE,
  siteValue,
  TEXT,
  text,
  textOf,
  UNKNOWN,
  type Value,
} from './value.ts';

/** Classes of the browser whose objects are nodes or reach them. */
const NODE_CLASSES =
  /^(?:DOMParser|Document|DocumentFragment|Range|Text|Selection|\w*Element|Node|EventTarget)$/;
const NUMBER_FUNCTIONS = new Set([
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
  'Number',
  'Boolean',
  'BigInt',
  'Symbol',
  'Date',
]);

/** A call of a global function of the browser. */
export function callGlobal(name: string, call: Call): Value {
  const { frame, list } = call;
  const first = argument(call, 0);
  if (name === 'String') return list.length === 0 ? text('') : stringOf(first, frame);
  if (name === 'Date') return TEXT;
  if (NUMBER_FUNCTIONS.has(name)) return PRIMITIVE;
  if (name === 'encodeURIComponent' || name === 'encodeURI' || name === 'escape' || name === 'btoa')
    return textOf(TEXT_LEVEL.ESCAPED);
  if (name === 'Array') return construct('Array', call);
  if (name === 'Object') return first;
  if (name === 'resolve') {
    escapeArguments(call);
    return NONE;
  }
  if (name === 'setTimeout' || name === 'setInterval') return setTimer(call);
  if (name === 'open') return openWindow(call);
  if (name === 'addEventListener') return afterEscape(call);
  if (name === 'confirm' || name === 'requestAnimationFrame' || name === 'queueMicrotask') {
    escapeArguments(call);
    return PRIMITIVE;
  }
  return afterEscape(call);
}

function afterEscape(call: Call): Value {
  escapeArguments(call);
  return UNKNOWN;
}

/** A timer that is given text runs it as a program. */
export function setTimer(call: Call): Value {
  const first = argument(call, 0);
  const isText =
    first.texts.size > 0 ||
    first.level > 0 ||
    has(first, BIT.UNKNOWN | BIT.LOADER | BIT.DATA | BIT.INNER);
  const isForeign = [...first.hosts].some((h) => h.startsWith('@') && h !== '@resolve');
  const isObject = [...first.sites].some(({ kind }) => kind !== 'function');
  if (isText || isForeign || isObject)
    call.frame.world.doubt(call.node, call.frame, 'setTimeout()');
  escapeArguments(call);
  return PRIMITIVE;
}

/** A window that is opened loads its address. */
export function openWindow(call: Call): Value {
  if (call.list.length === 0 && call.nodes.length === 0) return UNKNOWN;
  judge('location', 'window.open()', argument(call, 0), NEVER, call.node, call.frame);
  escapeArguments(call);
  return UNKNOWN;
}

function construct(name: string, call: Call): Value {
  return constructGlobal(name, call);
}

/** `new` of a class of the browser. */
export function constructGlobal(name: string, call: Call): Value {
  const { frame, node, list, rest } = call;
  switch (name) {
    case 'Image':
      return host('img');
    case 'Option':
      return host('option');
    case 'Audio':
      if (call.nodes.length > 0)
        judge('address', 'new Audio()', argument(call, 0), host('audio'), node, frame);
      return host('audio');
    case 'Array':
      return arrayOf(
        frame.world.siteAt(node, 'array', 'new'),
        list.length === 1 ? NEVER : joinAll([...list, rest]),
        frame,
      );
    case 'Object':
      return siteValue(frame.world.siteAt(node, 'object', 'new'));
    case 'Promise': {
      const settle = host('@resolve');
      for (const site of argument(call, 0).sites) callFunction(site, NONE, [settle, settle], frame);
      return UNKNOWN;
    }
    case 'Text':
      judge('content', 'new Text()', argument(call, 0), host('*'), node, frame);
      return host('#text');
    case 'String':
      return stringOf(argument(call, 0), frame);
    default:
      escapeArguments(call);
      return NODE_CLASSES.test(name) ? host('*') : host('$bag');
  }
}

/** A method of a global object of the browser: `Object.keys`, `JSON.parse`; null when it is read as any method. */
export function callStatic(owner: string, name: string, call: Call): Value | null {
  const first = argument(call, 0);
  const { frame, node } = call;
  const { world } = frame;
  switch (owner) {
    case 'Math':
      return PRIMITIVE;
    case 'JSON':
      return name === 'parse' && call.list.length < 2
        ? parsedJson(first, call)
        : name === 'stringify'
          ? TEXT
          : null;
    case 'Object':
      return objectStatic(name, call);
    case 'Reflect':
      return null;
    case 'Number':
    case 'Date':
      return PRIMITIVE;
    case 'String':
      return TEXT;
    case 'Array': {
      if (name === 'isArray') return PRIMITIVE;
      if (name === 'of')
        return arrayOf(
          world.siteAt(node, 'array', 'of'),
          joinAll([...call.list, call.rest]),
          frame,
        );
      if (name !== 'from') return null;
      const elements = join(elementsOf(first, frame), first.sites.size > 0 ? NONE : NEVER);
      const fn = call.list[1];
      if (fn === undefined)
        return arrayOf(world.siteAt(node, 'array', 'from'), elementsOf(first, frame), frame);
      if (fn.hosts.size > 0 || has(fn, BIT.UNKNOWN | BIT.LOADER)) return null;
      const mapped = joinAll(
        [...fn.sites].map((site) => callFunction(site, NONE, [elements, PRIMITIVE], frame)),
      );
      return arrayOf(world.siteAt(node, 'array', 'from'), mapped, frame);
    }
    case 'URL':
      if (name === 'createObjectURL') return world.isWritten(name) ? UNKNOWN : INNER;
      return null;
    case 'CSS':
      return name === 'escape' || name === 'supports' ? TEXT : doubted(call, `CSS.${name}()`);
    default:
      return null;
  }
}

function doubted(call: Call, construct: string): Value {
  call.frame.world.doubt(call.node, call.frame, construct);
  escapeArguments(call);
  return UNKNOWN;
}

function objectStatic(name: string, call: Call): Value | null {
  const { frame, node, list } = call;
  const { world } = frame;
  const first = argument(call, 0);
  const array = (of: Value, slot: string): Value =>
    arrayOf(world.siteAt(node, 'array', slot), of, frame);
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
      const site = world.siteAt(node, 'object', 'create');
      for (const proto of first.sites) site.protos.add(proto);
      if (first.hosts.size > 0 || has(first, BIT.UNKNOWN)) site.isHost = true;
      return list.length > 1 ? doubted(call, 'Object.create()') : siteValue(site);
    }
    case 'fromEntries': {
      const site = world.siteAt(node, 'object', 'from');
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
      escapeArguments(call);
      return UNKNOWN;
    default:
      return doubted(call, `Object.${name}()`);
  }
}

function allValues(of: Value, { frame }: Call): Value {
  const parts = [...of.sites].map((site) => readField(site, ANY_NAME, frame));
  if (has(of, BIT.UNKNOWN | BIT.LOADER) || of.hosts.size > 0) parts.push(UNKNOWN);
  return joinAll(parts);
}

/** `x.id` beside `{value: x}`: the browser itself makes every element a global variable of its id. */
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

function defineProperty(call: Call): Value {
  const { frame, node } = call;
  const [on = NEVER, key = NEVER, descriptor = NEVER] = call.list;
  const isPlain = on.hosts.size === 0 && !has(on, BIT.UNKNOWN | BIT.LOADER);
  const hasAccessor = [...descriptor.sites].some(
    (s) => s.fields.has('get') || s.fields.has('set') || s.fields.has(ANY_NAME),
  );
  const isKnown = descriptor.hosts.size === 0 && !has(descriptor, BIT.UNKNOWN | BIT.LOADER);
  const value = readMember(descriptor, text('value'), frame);
  const isBrowsers = [...on.hosts].some((h) => h.startsWith('@'));
  if (hasAccessor || !isKnown || isBrowsers) return doubted(call, 'Object.defineProperty()');
  if (isPlain) writeMember(on, key, value, node, frame);
  else {
    // A property of its own hides that of the browser: nothing loads, but the name may be any.
    const { world } = frame;
    const names = namesOf(key);
    const isWindow =
      [...on.hosts].every((h) => h === '$window') && !has(on, BIT.UNKNOWN | BIT.LOADER);
    const isNode = value.sites.size === 0 && !has(value, BIT.UNKNOWN | BIT.LOADER);
    if (isWindow && isNode && names === null) {
      const [, named, described] = call.nodes;
      if (!namesItself(named, described)) world.put(world.anyVariable, value);
      return on;
    }
    for (const name of names ?? [ANY_NAME]) {
      world.put(world.wildCell(name), value);
      world.writtenNames.add(name);
    }
    world.openWindow();
    world.escape(value);
  }
  return on;
}

/** `Object.assign`: every member of the source is written to the target under its own name. */
function assignAll(on: Value, source: Value, call: Call): void {
  const { frame, node } = call;
  const isPlain =
    on.hosts.size === 0 &&
    !has(on, BIT.UNKNOWN | BIT.LOADER) &&
    ![...on.sites].some((s) => s.isHost);
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
  // What a node has of its own was written to it by name; no more than that is copied.
  const isNode =
    source.hosts.size > 0 &&
    [...source.hosts].every((h) => !/^[$@]/.test(h)) &&
    !has(source, BIT.UNKNOWN | BIT.LOADER);
  const isNothing =
    source.hosts.size === 0 && !has(source, BIT.UNKNOWN | BIT.LOADER) && source.level === 0;
  if (isNode || isNothing) return;
  writeMember(on, UNKNOWN, UNKNOWN, node, frame);
}
