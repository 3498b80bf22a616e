import type { AnyNode } from 'acorn';
import { callback } from './array-methods.ts';
import { argument, callMethod, callValue, escapeArguments, type Call } from './calls.ts';
import { stringOf } from './expressions.ts';
import { callStatic, openWindow, setTimer } from './globals.ts';
import { judge } from './judge.ts';
import { hasField, readMember, writeMember } from './members.ts';
import {
  ATTRIBUTE_SINKS,
  DOUBTED_TAGS,
  NEVER_METHODS,
  PROPERTY_SINKS,
  USER_EVENT,
} from './sink-table.ts';
import { TEXT_LEVEL } from './text-level.ts';
import { replaced } from './text-methods.ts';
import {
  BIT,
  DATA,
  has,
  host,
  isIndex,
  isNever,
  join,
  joinAll,
  namesOf,
  NEVER,
  NONE,
  PRIMITIVE,
  textOf,
  UNKNOWN,
  type Value,
} from './value.ts';
import { runsAlone, type World } from './world.ts';

const BAG = /^\$(?:bag|dataset|context)/;

type Method = (on: Value, call: Call, name: string) => Value;

const only = (on: Value, pattern: RegExp): boolean =>
  !has(on, BIT.UNKNOWN | BIT.LOADER) &&
  on.hosts.size > 0 &&
  [...on.hosts].every((h) => pattern.test(h));

function doubted(call: Call, name: string): Value {
  call.frame.world.doubt(call.node, call.frame, `.${name}()`);
  escapeArguments(call);
  return UNKNOWN;
}

const sinkAt =
  (kind: 'markup' | 'content' | 'css' | 'location', index: number): Method =>
  (on, call, name) => {
    judge(kind, `.${name}()`, argument(call, index), on, call.node, call.frame);
    escapeArguments(call);
    return UNKNOWN;
  };

/** Nodes are moved, texts become text of the element. */
const insertAll: Method = (into, call, name) => {
  // Where a text goes that is made by itself is not known.
  const on = name === 'createTextNode' ? host('*') : into;
  for (const value of [...call.list, call.rest]) {
    const asText: Value = { ...value, hosts: new Set(), bits: value.bits & ~BIT.UNKNOWN };
    const content = has(value, BIT.UNKNOWN) ? join(asText, textOf(TEXT_LEVEL.ANY)) : asText;
    if (!isNever(content) && !onlySites(content))
      judge('content', `.${name}()`, content, on, call.node, call.frame);
  }
  escapeArguments(call);
  return UNKNOWN;
};
const onlySites = ({ bits, level, texts }: Value): boolean =>
  bits === 0 && level === 0 && texts.size === 0;

/** The name under which `dataset` shows an attribute. */
const datasetName = (attribute: string): string =>
  attribute.slice(5).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function attributeNames(key: Value): readonly string[] | null {
  return namesOf(key)?.map((name) => name.toLowerCase()) ?? null;
}

const setAttribute =
  (at: number): Method =>
  (on, call, name) => {
    const { node, frame } = call;
    const key = argument(call, at);
    const value = argument(call, at + 1);
    if (isIndex(key)) return NONE;
    const names = attributeNames(key);
    if (names === null) return doubted(call, name);
    for (const attribute of names) {
      const kind = ATTRIBUTE_SINKS.get(attribute);
      if (attribute.startsWith('data-'))
        frame.world.elements.writeData(datasetName(attribute), stringOf(value, frame));
      if (attribute === 'id' || attribute === 'name')
        frame.world.elements.giveName(stringOf(value, frame));
      const construct = `.${name}('${attribute}')`;
      if (/^on/.test(attribute)) judge('never', construct, value, on, node, frame);
      else if (attribute === 'data' && ![...frame.world.page.tags].some((t) => t === 'object'))
        continue;
      else if (kind !== undefined) judge(kind, construct, value, on, node, frame);
    }
    escapeArguments(call);
    return NONE;
  };

/** An attribute that goes away may be the one that kept another from loading. */
const removeAttribute: Method = (_on, call, name) => {
  const names = attributeNames(argument(call, name.endsWith('NS') ? 1 : 0));
  for (const one of names ?? [null])
    if (one === null) call.frame.world.elements.removeData(null);
    else if (one.startsWith('data-')) call.frame.world.elements.removeData(datasetName(one));
  const harmless =
    names?.every(
      (one) => ATTRIBUTE_SINKS.get(one) !== 'switch' && !/^(?:srcdoc|src|href|on\w+)$/.test(one),
    ) === true;
  if (!harmless && call.frame.world.page.inertAddress) return doubted(call, name);
  return PRIMITIVE;
};

/** An attribute that goes away as a node: which one is not followed. */
const removeNode: Method = (_on, call, name) => {
  call.frame.world.elements.removeData(null);
  return call.frame.world.page.inertAddress ? doubted(call, name) : UNKNOWN;
};

const createElement =
  (at: number): Method =>
  (_on, call, name) => {
    const { world } = call.frame;
    const tag = argument(call, at);
    const names = attributeNames(tag);
    if (names === null) {
      world.page.tags.add('*');
      doubted(call, name);
      return host('*');
    }
    for (const one of names) {
      if (!world.page.tags.has(one)) {
        world.page.tags.add(one);
        world.changed = true;
      }
      if (DOUBTED_TAGS.has(one)) doubted(call, `${name}('${one}')`);
    }
    return names.length === 0 ? NEVER : host(...names);
  };

/** The element a simple selector names. */
function selected(selector: string, world: World): Value {
  const id = /^(?:[a-z][a-z0-9]*)?#([\w-]+)$/i.exec(selector)?.[1];
  if (id !== undefined) return world.elements.marked(id);
  const tag = /^(?:[^"'\\,[(]*[\s>+~])?([a-z][a-z0-9]*)(?:[.#:[][^\s>+~,\\]*)?$/i.exec(
    selector,
  )?.[1];
  return host(tag?.toLowerCase() ?? '*');
}

const select: Method = (_on, call) => {
  const names = namesOf(argument(call, 0));
  if (names === null) return host('*');
  return joinAll(names.map((name) => selected(name, call.frame.world)));
};

const selectById: Method = (_on, call) => {
  const names = namesOf(argument(call, 0));
  if (names === null) return host('*');
  return joinAll(names.map((id) => call.frame.world.elements.marked(id)));
};

const moveTo: Method = (on, call, name) => {
  const { frame, node } = call;
  if (on.hosts.has('$location') || (frame.world.locationIsLoose && has(on, BIT.UNKNOWN)))
    judge('location', `location.${name}()`, argument(call, 0), on, node, frame);
  // Where the page has no method of this name, only a text has one that gives something back.
  if (name === 'replace' && !call.frame.world.isWritten(name)) return replaced(UNKNOWN, call);
  escapeArguments(call);
  return UNKNOWN;
};

const setProperty: Method = (on, call) => {
  const names = namesOf(argument(call, 0));
  const value = argument(call, 1);
  const isHarmless =
    names?.every((name) => !name.startsWith('--') && PROPERTY_SINKS.get(name) !== 'css') === true;
  if (!isHarmless) judge('css', '.setProperty()', value, on, call.node, call.frame);
  return NONE;
};

/** Key frames are objects of CSS values, or lists of them. */
const animate: Method = (on, call) => {
  const { frame, node } = call;
  const open: Value[] = [argument(call, 0)];
  const seen = new Set<unknown>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (has(at, BIT.UNKNOWN | BIT.LOADER) || at.hosts.size > 0) return doubted(call, 'animate');
    const { sites, ...rest } = at;
    judge('css', '.animate()', { ...rest, sites: new Set() }, on, node, frame);
    for (const site of sites) {
      if (seen.has(site)) continue;
      seen.add(site);
      // Such an object says itself what text it is.
      if (site.kind === 'function' || hasField(site, 'toString')) return doubted(call, 'animate');
      for (const { value } of site.fields.values()) open.push(value);
    }
  }
  return UNKNOWN;
};

function eventName(node: AnyNode): string | null {
  if (node.type !== 'CallExpression') return null;
  const [event] = node.arguments;
  if (event?.type !== 'NewExpression') return null;
  const [type] = event.arguments;
  return type?.type === 'Literal' && typeof type.value === 'string' ? type.value : null;
}

/** A click or a form that code sends by itself leads where a person would have gone. */
const actAlone: Method = (on, call, name) => {
  const { world } = call.frame;
  escapeArguments(call);
  if (!runsAlone(call.frame)) return UNKNOWN;
  const event = name === 'dispatchEvent' ? eventName(call.node) : null;
  if (!world.actsAlone) {
    world.actsAlone = true;
    world.changed = true;
  }
  if (event !== null && !/click|submit/.test(event)) return UNKNOWN;
  // Only links lead from a click; all other elements can do no more than send a form.
  const isControl = name === 'click' && only(on, /^(?!a$|a#|area|\*|svg|\$)/);
  if (world.page.formsLead || (world.page.leadsElsewhere && !isControl))
    world.doubt(call.node, call.frame, `.${name}()`);
  return UNKNOWN;
};

const listen: Method = (_on, call) => {
  const types = namesOf(argument(call, 0));
  const isUser = types !== null && types.every((type) => USER_EVENT.test(type));
  call.frame.world.escape(argument(call, 1), isUser);
  return NONE;
};

const fromReflect: Method = (_on, call, name) => {
  const { frame, node } = call;
  const [on = NEVER, key = NEVER, value = NEVER] = call.list;
  if (name === 'set') writeMember(on, key, value, node, frame);
  else if (name === 'get') return readMember(on, key, frame);
  else return doubted(call, `Reflect.${name}`);
  return PRIMITIVE;
};

const forEachNode: Method = (on, call) => {
  const isList = [...on.hosts].every((h) => h === '$nodes') && !has(on, BIT.UNKNOWN | BIT.LOADER);
  const fn = argument(call, 0);
  if (!isList) escapeArguments(call);
  else callback(fn, [host('*'), PRIMITIVE, on], argument(call, 1), call);
  return NONE;
};

const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['setAttribute', setAttribute(0)],
  ['setAttributeNS', setAttribute(1)],
  ...['removeAttribute', 'removeAttributeNS', 'toggleAttribute'].map((n): [string, Method] => [
    n,
    removeAttribute,
  ]),
  ...['removeNamedItem', 'removeNamedItemNS', 'removeAttributeNode'].map((n): [string, Method] => [
    n,
    removeNode,
  ]),
  ...[
    'createContextualFragment',
    'setHTMLUnsafe',
    'setHTML',
    'parseHTMLUnsafe',
    'parseFromString',
  ].map((n): [string, Method] => [n, sinkAt('markup', 0)]),
  ['insertAdjacentHTML', sinkAt('markup', 1)],
  ['insertAdjacentText', sinkAt('content', 1)],
  ...['createTextNode', 'appendData', 'insertData', 'replaceData'].map((n): [string, Method] => [
    n,
    insertAll,
  ]),
  ...['append', 'prepend', 'after', 'before', 'replaceWith', 'replaceChildren'].map(
    (n): [string, Method] => [n, insertAll],
  ),
  ...['insertRule', 'addRule', 'replaceSync'].map((n): [string, Method] => [n, sinkAt('css', 0)]),
  ['createElement', createElement(0)],
  ['createElementNS', createElement(1)],
  ...['querySelector', 'closest'].map((n): [string, Method] => [n, select]),
  ['getElementById', selectById],
  ...['assign', 'replace'].map((n): [string, Method] => [n, moveTo]),
  ['setProperty', setProperty],
  ['animate', animate],
  ...['click', 'submit', 'requestSubmit', 'dispatchEvent'].map((n): [string, Method] => [
    n,
    actAlone,
  ]),
  ['addEventListener', listen],
  ['forEach', forEachNode],
]);

/** What methods of the browser give back, where the page has none of that name itself. */
const RESULTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['toDataURL', DATA],
  ['getContext', join(host('$context'), NONE)],
  ...[
    'querySelectorAll',
    'getElementsByTagName',
    'getElementsByClassName',
    'getElementsByName',
  ].map((n): [string, Value] => [n, host('$nodes')]),
  ...['toFixed', 'toPrecision'].map((n): [string, Value] => [n, textOf(TEXT_LEVEL.WORD)]),
  ...(
    'indexOf includes startsWith endsWith test charCodeAt getTime getFullYear getMonth getDate getDay getHours ' +
    'getMinutes getSeconds getMilliseconds now hasAttribute contains matches localeCompare has'
  )
    .split(' ')
    .map((n): [string, Value] => [n, PRIMITIVE]),
  ...[
    'toLocaleString',
    'toLocaleTimeString',
    'toLocaleDateString',
    'toISOString',
    'toDateString',
  ].map((n): [string, Value] => [n, textOf(TEXT_LEVEL.ESCAPED)]),
]);

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
