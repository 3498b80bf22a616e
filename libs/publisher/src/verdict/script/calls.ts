import { SCRIPT_REFERENCES, type ScriptReference } from '../model/index.ts';
import { addAttributeSink } from './attribute-sinks.ts';
import {
  byName,
  GLOBAL_OBJECTS,
  globalNameOf,
  lastName,
  valueOf,
  type Reading,
} from './reading.ts';
import type { Spot } from './records.ts';
import { isSpecial, readSpecial, sink, spotOf } from './special-calls.ts';
import type { Node } from './syntax.ts';
import { declare, give, join, lookUp, runsAtOnce, SELF, type Value } from './values.ts';

const CALLS = byName('call');
const IMPORT_CALL = SCRIPT_REFERENCES.find(({ name }) => name === 'import()');

/** Calls that only read an attribute, so its name in them loads nothing. */
const READS = new Set([
  'getAttribute',
  'hasAttribute',
  'removeAttribute',
  'toggleAttribute',
  'removeAttr',
  'hasOwnProperty',
  'hasOwn',
  'indexOf',
  'includes',
]);
/** Calls that by their names set an attribute; under another name `f('src', 'x')` may mean anything. */
const SETTER = /^(?:set|attr|prop|write)/i;
/** Calls that give their text back, more or less. */
const SAME_TEXT = new Set(['String', 'encodeURI', 'toString', 'trim', 'trimStart', 'valueOf']);
/** Calls that give an address of something inside the page. */
const SELF_MADE = new Set(['createObjectURL', 'toDataURL']);
/** Elements whose `data` loads. */
const OBJECT_TAGS = new Set(['object', 'embed']);
const ADDS = new Set(['push', 'unshift', 'splice', 'set', 'add', 'fill']);

function bindArguments(callee: Node, values: readonly Value[]): void {
  const own = callee.ownScope;
  if (own === undefined) return;
  own.calledInPlace = true;
  (callee.params ?? []).forEach((parameter, index) => {
    const name = parameter.type === 'Identifier' ? parameter.name : undefined;
    if (name !== undefined) give(declare(own, name), values[index]);
  });
}

/** Functions called where they stand, also by `.call` and `.apply`. */
function readCalledInPlace(callee: Node, values: readonly Value[]): boolean {
  if (callee.ownScope !== undefined) {
    bindArguments(callee, values);
    return true;
  }
  const how = lastName(callee);
  if (callee.object?.ownScope === undefined || (how !== 'call' && how !== 'apply')) return false;
  bindArguments(callee.object, how === 'call' ? values.slice(1) : []);
  return true;
}

/** Functions of the window: a method of the same name of any other object is its own. */
const OF_THE_WINDOW = new Set([
  'fetch',
  'fetchLater',
  'importScripts',
  'importShim',
  'eval',
  'execScript',
]);

function isOfOther(callee: Node): boolean {
  if (callee.type !== 'MemberExpression' || !OF_THE_WINDOW.has(lastName(callee) ?? ''))
    return false;
  return !GLOBAL_OBJECTS.has(lastName(callee.object) ?? '');
}

function isOn(row: ScriptReference, callee: Node): boolean {
  return row.on === undefined || row.on.includes(lastName(callee.object) ?? '');
}

/** Attribute setters of every kind: `setAttribute('src', x)`, `.attr('src', x)`, `setAttributeNS(ns, 'href', x)`. */
function readAttributeCall(
  name: string,
  args: readonly Node[],
  values: readonly Value[],
  node: Node,
  reading: Reading,
): void {
  if (READS.has(name)) reading.understood(...args);
  if (values.length < 2) return;
  const on = name.startsWith('setAttribute')
    ? valueOf(node.callee?.object, reading.scope)
    : undefined;
  const how = { on, perhapsWord: !SETTER.test(name) };
  values.forEach((value, index) => {
    if (typeof value !== 'string' || index + 1 >= values.length) return;
    // What is given to `on…` is a program.
    if (on !== undefined && /^on[a-z]/i.test(value))
      reading.world.addInsertion({
        kind: 'code',
        values: values.slice(index + 1),
        ...spotOf(node, reading),
      });
    if (addAttributeSink(value, values[index + 1], node, reading, how))
      reading.understood(args[index]);
  });
}

/** What a call evaluates to, where that is known. */
function resultOf(
  name: string,
  callee: Node,
  values: readonly Value[],
  reading: Reading,
  spot: Spot,
): Value {
  if (SELF_MADE.has(name)) return SELF;
  if (name === 'createElement' || name === 'createElementNS') {
    const tag = values[name === 'createElement' ? 0 : 1];
    if (typeof tag !== 'string') return undefined;
    const lower = tag.toLowerCase();
    if (OBJECT_TAGS.has(lower)) reading.world.objectSeen = true;
    if (lower === 'script') reading.world.makesScripts ??= spot;
    return { kind: 'element', tag: lower };
  }
  if (SAME_TEXT.has(name))
    return callee.type === 'MemberExpression' ? valueOf(callee.object, reading.scope) : values[0];
  if (name === 'concat' && callee.type === 'MemberExpression')
    return values.reduce<Value>(join, valueOf(callee.object, reading.scope));
  return undefined;
}

/** An argument that may be an address; names of one or two letters are a minifier's and say nothing. */
function looksUseful(value: Value): boolean {
  if (typeof value === 'string') return value.includes('//') || /^(?:data|blob):/i.test(value);
  if (typeof value !== 'object') return false;
  return value.kind === 'name' ? value.name.length > 2 : value.kind !== 'member';
}

/** Reads a finished call: addresses among its arguments, markup, code, and functions called in place. */
export function readCall(node: Node, reading: Reading): void {
  const { callee } = node;
  const args = node.arguments ?? [];
  if (callee === undefined) return;
  const { world, scope } = reading;
  const values = args.map((arg) => valueOf(arg, scope));
  if (callee.type === 'Import') {
    if (IMPORT_CALL !== undefined) sink(IMPORT_CALL, values, node, reading);
    return;
  }
  if (readCalledInPlace(callee, values)) return;
  const name = lastName(callee);
  if (name === undefined) {
    // `window[name](…)`: any of its functions.
    const owner = globalNameOf(callee.object, scope) ?? lastName(callee.object) ?? '';
    if (GLOBAL_OBJECTS.has(owner)) world.addMention("'window[…]'", scope, spotOf(node, reading));
    return;
  }
  const row = CALLS.get(name);
  const means = (row !== undefined || isSpecial(name)) && !isOfOther(callee);
  const local = means && callee.type === 'Identifier' && lookUp(scope, name) !== null;
  if (row !== undefined && means && !local && isOn(row, callee)) {
    reading.understood(callee);
    sink(row, values, node, reading);
  }
  if (means && !local) {
    if (name === 'eval') reading.understood(callee);
    readSpecial(name, callee, values, node, reading);
  }
  readAttributeCall(name, args, values, node, reading);
  if (callee.type === 'Identifier' && values.some(looksUseful))
    world.addCall({ name, scope, values, sure: runsAtOnce(scope) });
  if (ADDS.has(name) && callee.object?.type === 'Identifier' && callee.object.name !== undefined) {
    const { name: target } = callee.object;
    for (const value of values) world.assignMember(target, scope, value);
  }
  const known = resultOf(name, callee, values, reading, spotOf(node, reading));
  if (known !== undefined) node.known = known;
}
