import type { AnyNode } from 'acorn';
import { spelled } from './elements.ts';
import { stringOf } from './expressions.ts';
import { callFunction } from './functions.ts';
import { judge } from './judge.ts';
import type { Site } from './site.ts';
import {
  HARMLESS_GLOBALS,
  LOADING_GLOBALS,
  LOADING_MEMBERS,
  PROPERTY_SINKS,
  USER_EVENT,
} from './sink-table.ts';
import { partOf } from './texts.ts';
import {
  ANYTHING,
  ANY_NAME,
  BIT,
  ELEMENTS,
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
  siteValue,
  TEXT,
  text,
  UNKNOWN,
  type Value,
} from './value.ts';
import type { Frame } from './world.ts';

/** Members of the browser's objects whose value is of a known kind; any other is unknown. */
const HOST_MEMBERS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['style', host('$style')],
  ['attributeStyleMap', host('$stylemap')],
  ['styleMap', host('$stylemap')],
  ...['classList', 'className'].map((n): [string, Value] => [n, host('$bag')]),
  ...['location'].map((n): [string, Value] => [n, host('$location')]),
  ...[
    'window',
    'self',
    'top',
    'parent',
    'frames',
    'opener',
    'globalThis',
    'defaultView',
    'view',
    'contentWindow',
  ].map((n): [string, Value] => [n, host('$window')]),
  ...['document', 'contentDocument', 'ownerDocument'].map((n): [string, Value] => [
    n,
    host('$document'),
  ]),
  ...[
    'localStorage',
    'sessionStorage',
    'history',
    'performance',
    'indexedDB',
    'crypto',
    'screen',
    'console',
  ].map((n): [string, Value] => [n, host('$bag')]),
  ['body', host('body')],
  ...[
    'children',
    'childNodes',
    'options',
    'selectedOptions',
    'rows',
    'cells',
    'tBodies',
    'labels',
    'elements',
    'forms',
    'links',
    'images',
  ].map((n): [string, Value] => [n, join(host('$nodes'), UNKNOWN)]),
  ...[
    'parentElement',
    'parentNode',
    'firstElementChild',
    'lastElementChild',
    'nextElementSibling',
    'previousElementSibling',
    'firstChild',
    'lastChild',
    'head',
    'documentElement',
    'activeElement',
  ].map((n): [string, Value] => [n, host('*')]),
  ['attributes', host('$attributes')],
  ...[
    'length',
    'offsetTop',
    'offsetLeft',
    'offsetWidth',
    'offsetHeight',
    'clientWidth',
    'clientHeight',
    'scrollTop',
    'scrollLeft',
    'scrollHeight',
    'scrollWidth',
    'clientX',
    'clientY',
    'pageX',
    'pageY',
    'innerWidth',
    'innerHeight',
    'width',
    'height',
    'size',
    'devicePixelRatio',
    'checked',
    'selectedIndex',
    'valueAsNumber',
    'keyCode',
    'button',
  ].map((n): [string, Value] => [n, join(PRIMITIVE, UNKNOWN)]),
]);

const BAG = /^\$(?:bag|dataset|context)/;
/** Prototypes whose methods the analysis relies on. */
const BUILT_IN = [Array.prototype, Function.prototype] as const;
const isBag = (value: Value): boolean => [...value.hosts].some((h) => BAG.test(h));

/** What a field of an object of the page may hold, its prototypes included. */
export function readField(site: Site, name: string, frame: Frame): Value {
  const found: Value[] = [];
  const open = [site];
  const seen = new Set<Site>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    frame.world.spend(name === ANY_NAME ? at.fields.size : 1);
    for (const key of name === ANY_NAME ? at.fields.keys() : [name, ANY_NAME])
      found.push(at.fields.get(key)?.value ?? NEVER);
    for (const getter of name === ANY_NAME
      ? [...at.getters.values()].flatMap((s) => [...s])
      : (at.getters.get(name) ?? []))
      found.push(callFunction(getter, siteValue(site), [], frame));
    if (at.escaped) found.push(name === ANY_NAME ? UNKNOWN : frame.world.wildValue(name));
    open.push(...at.protos);
  }
  const value = joinAll(found);
  if (name === 'prototype' && site.fn !== null)
    return join(value, siteValue(frame.world.prototypeOf(site)));
  return value;
}

/** Whether an object of the page, or one it inherits from, has a field of this name. */
export function hasField(site: Site, name: string, seen = new Set<Site>()): boolean {
  if (seen.has(site)) return false;
  seen.add(site);
  if (site.fields.has(name) || site.getters.has(name) || site.fields.has(ANY_NAME)) return true;
  return [...site.protos].some((proto) => hasField(proto, name, seen));
}

function readHost(of: Value, name: string, frame: Frame): Value {
  if (isOnly(of, '$attributes') && name !== 'length') return host('$attr');
  if (name === ELEMENTS) {
    if (isOnly(of, '$attributes')) return host('$attr');
    if (isOnly(of, '$nodes')) return join(host('*'), NONE);
    if (of.hosts.has('$attributes')) return join(host('$attr'), UNKNOWN);
    return isBag(of) && !has(of, BIT.UNKNOWN)
      ? UNKNOWN
      : join(UNKNOWN, frame.world.wildValue(ELEMENTS));
  }
  const global = has(of, BIT.UNKNOWN | BIT.LOADER) ? frame.world.readGlobal(name) : NEVER;
  if (of.hosts.has('$window')) {
    const own = frame.world.readGlobal(name);
    const isForeignClass = /^[A-Z]/.test(name) && isNever(own) && !HARMLESS_GLOBALS.has(name);
    if (LOADING_GLOBALS.has(name) || LOADING_MEMBERS.has(name) || isForeignClass)
      return join(own, ANYTHING);
    if (!isNever(own)) return join(own, HOST_MEMBERS.get(name) ?? UNKNOWN);
  }
  if (name === 'prototype' && (has(of, BIT.LOADER) || [...of.hosts].some((h) => h.startsWith('@'))))
    return join(UNKNOWN, host('@prototype'));
  const wild = join(global, frame.world.wildValue(name));
  frame.world.elements.touch(of, name, 'read');
  const marked = has(of, BIT.UNKNOWN | BIT.LOADER) ? null : readMarked(of, name, frame);
  if (marked !== null) return join(marked, isDataset(of) ? spelled(stringOf(wild, frame)) : wild);
  if (of.hosts.size > 0 && [...of.hosts].every((h) => BAG.test(h)) && !has(of, BIT.UNKNOWN))
    return UNKNOWN;
  if (LOADING_MEMBERS.has(name) || (has(of, BIT.UNKNOWN) && LOADING_GLOBALS.has(name)))
    return join(wild, ANYTHING);
  const known = HOST_MEMBERS.get(name) ?? UNKNOWN;
  // What is not known may be no node, and what it holds under the name no node either.
  const isNode = [...known.hosts].some((h) => !h.startsWith('$'));
  return joinAll([wild, known, isNode && has(of, BIT.UNKNOWN | BIT.LOADER) ? UNKNOWN : NEVER]);
}

const isDataset = (of: Value): boolean => [...of.hosts].every((h) => h.startsWith('$dataset'));

/** What is known of the data of elements, and of the text of a block of data; null for any other member. */
function readMarked(of: Value, name: string, { world }: Frame): Value | null {
  const hosts = [...of.hosts];
  if (hosts.length === 0) return null;
  if (name === 'dataset' && hosts.every((h) => !/^[$@]/.test(h)))
    return world.elements.datasetOf(of);
  if (isDataset(of) && !(name in Object.prototype))
    return joinAll(hosts.map((set) => world.elements.data(set, name)));
  if (!/^(?:textContent|innerText|innerHTML|text)$/.test(name)) return null;
  const block = world.elements.blockText(of);
  return block === null ? null : text(block);
}

function readText(of: Value, name: string): Value {
  if (name === 'length') return PRIMITIVE;
  if (name === ELEMENTS) return partOf({ ...NEVER, texts: of.texts, level: of.level });
  return typeof Reflect.get(String.prototype, name) === 'function' ? host(`@method#${name}`) : NONE;
}

/** A method that every array, function or object has from the browser. */
function inherited({ kind }: Site, name: string): Value {
  const from =
    kind === 'array'
      ? Array.prototype
      : kind === 'function'
        ? Function.prototype
        : Object.prototype;
  return typeof Reflect.get(from, name) === 'function' ? host(`@method#${name}`) : NEVER;
}

function readNamed(of: Value, name: string, frame: Frame): Value {
  if (name === 'constructor') return isNever(of) ? NEVER : ANYTHING;
  const parts: Value[] = [];
  let isMissing = false;
  for (const site of of.sites) {
    const value = readField(site, name, frame);
    if (isNever(value)) {
      isMissing = true;
      parts.push(inherited(site, name));
    }
    parts.push(value);
    if (site.isHost) parts.push(readHost(host('*'), name, frame));
  }
  if (of.hosts.size > 0 || has(of, BIT.UNKNOWN | BIT.LOADER)) parts.push(readHost(of, name, frame));
  const isText = of.texts.size > 0 || of.level > 0 || has(of, BIT.DATA | BIT.OPEN_DATA | BIT.INNER);
  if (isText) parts.push(readText(of, name));
  if (has(of, BIT.PRIMITIVE)) parts.push(NONE);
  if (name === 'length') parts.push(PRIMITIVE);
  if (isMissing) parts.push(NONE);
  if (name === '__proto__') return join(ANYTHING, host('@prototype'));
  return isNever(of) || parts.length === 0 ? NEVER : joinAll(parts);
}

/** The value of `of[key]`. */
export function readMember(of: Value, key: Value, frame: Frame): Value {
  if (isNever(of) || isNever(key)) return NEVER;
  const names = namesOf(key);
  if (names !== null) return names.map((name) => readNamed(of, name, frame)).reduce(join, NEVER);
  const parts = [...of.sites].map((site) => readField(site, ANY_NAME, frame));
  if (of.sites.size > 0) parts.push(NONE);
  if (of.hosts.has('$window')) frame.world.openWindow();
  const isOpen = has(of, BIT.UNKNOWN | BIT.LOADER) || [...of.sites].some((s) => s.isHost);
  const isHost = [...of.hosts].some((h) => !BAG.test(h) && h !== '$style');
  if (isOpen || isHost) parts.push(ANYTHING);
  else if (of.hosts.size > 0) parts.push(UNKNOWN);
  if (of.texts.size > 0 || of.level > 0) parts.push(TEXT, NONE);
  return joinAll(parts);
}

function writeField(site: Site, name: string, value: Value, frame: Frame): void {
  const { world } = frame;
  world.putField(site, name, value);
  const open = [site];
  const seen = new Set<Site>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const setter of name === ANY_NAME
      ? [...at.setters.values()].flatMap((s) => [...s])
      : (at.setters.get(name) ?? []))
      callFunction(setter, siteValue(site), [value], frame);
    open.push(...at.protos);
  }
  if (site.escaped) world.escape(value);
}

const isOnly = (on: Value, kind: string): boolean =>
  !has(on, BIT.UNKNOWN) && on.hosts.size > 0 && [...on.hosts].every((h) => h === kind);

/** The object may be the prototype of all arrays, texts or functions. */
function replacesMethod(name: string, value: Value): boolean {
  const isFunction = has(value, BIT.UNKNOWN | BIT.LOADER) || value.sites.size > 0;
  return isFunction && BUILT_IN.some((from) => typeof Reflect.get(from, name) === 'function');
}

/** The object may be an element or a text of the page. */
const mayBeNode = (on: Value): boolean =>
  has(on, BIT.UNKNOWN | BIT.LOADER) || [...on.hosts].some((h) => !/^\$(?!attr)|^@/.test(h));

/** Writes to the data of elements; what is written becomes text there. */
function writeData(on: Value, name: string | null, value: Value, frame: Frame): void {
  if ([...on.hosts].some((h) => h.startsWith('$dataset')))
    frame.world.elements.writeData(name, stringOf(value, frame));
}

function writeHost(on: Value, name: string, value: Value, node: AnyNode, frame: Frame): void {
  const { world } = frame;
  writeData(on, name, value, frame);
  if (on.hosts.has('$window') && name !== ELEMENTS) world.writeGlobal(name, value);
  if (has(on, BIT.UNKNOWN) || on.hosts.size > 0) world.put(world.wildCell(name), value);
  const isVariable = isOnly(on, '$window');
  if (!isVariable || name.startsWith('on'))
    world.escape(value, USER_EVENT.test(name) && name.startsWith('on'));
  if (isVariable && name !== 'location') return;
  if (name === ELEMENTS) return;
  if (mayBeNode(on)) {
    world.elements.touch(on, name, 'written');
    if (name === 'id' || name === 'name') world.elements.giveName(stringOf(value, frame));
  }
  if (has(on, BIT.UNKNOWN) && replacesMethod(name, value)) world.doubt(node, frame, `.${name} =`);
  if ([...on.hosts].some((h) => h.startsWith('@'))) world.doubt(node, frame, `.${name} =`);
  judgeProperty(on, name, value, node, frame);
}

function judgeProperty(on: Value, name: string, value: Value, node: AnyNode, frame: Frame): void {
  const { world } = frame;
  if (
    !has(on, BIT.UNKNOWN) &&
    on.hosts.size > 0 &&
    [...on.hosts].every((h) => BAG.test(h)) &&
    !(name === 'filter' && on.hosts.has('$context'))
  )
    return;
  const construct = `.${name} =`;
  const isLocation = on.hosts.has('$location') || (world.locationIsLoose && has(on, BIT.UNKNOWN));
  if (isLocation && name !== 'hash') judge('location', 'location =', value, on, node, frame);
  if (name === 'background' && !isOnly(on, '$style'))
    judge('address', construct, value, on, node, frame);
  if (name === 'background' && !on.hosts.has('$style')) return;
  if (name === 'data' && [...world.page.tags].some((tag) => tag === 'object' || tag === 'embed'))
    judge('address', construct, value, on, node, frame);
  if (name === 'content' && !isOnly(on, '$style'))
    judge('switch', construct, value, on, node, frame);
  if (name === 'content' && !on.hosts.has('$style') && !has(on, BIT.UNKNOWN)) return;
  const kind = PROPERTY_SINKS.get(name);
  if (kind === undefined) return;
  if (name === 'value' && !on.hosts.has('$attr') && !world.attributesAreLoose) return;
  judge(kind, construct, value, on, node, frame);
}

/** `on[key] = value`. */
export function writeMember(
  on: Value,
  key: Value,
  value: Value,
  node: AnyNode,
  frame: Frame,
): void {
  const { world } = frame;
  if (isNever(on) || isNever(key)) return;
  const names = namesOf(key);
  for (const site of on.sites)
    for (const name of names ?? [ANY_NAME]) writeField(site, name, value, frame);
  const isHost = [...on.sites].some((s) => s.isHost);
  if (on.hosts.size === 0 && !has(on, BIT.UNKNOWN | BIT.LOADER) && !isHost) return;
  const target = isHost ? join(on, host('*')) : on;
  if (names !== null) {
    for (const name of names) writeHost(target, name, value, node, frame);
    return;
  }
  if (isIndex(key)) return;
  writeData(on, null, value, frame);
  world.escape(value);
  if (!has(target, BIT.UNKNOWN | BIT.LOADER)) {
    if ([...target.hosts].every((h) => BAG.test(h))) return;
    if ([...target.hosts].every((h) => BAG.test(h) || h === '$style')) {
      judge('css', '.style[…] =', value, target, node, frame);
      return;
    }
  }
  world.put(world.wildCell(ANY_NAME), value);
  world.doubt(node, frame, '[…] =');
}
