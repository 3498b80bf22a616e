import {
  GLOBAL_OBJECTS,
  lastName,
  LOADING_GLOBALS,
  LOADING_METHODS,
  valueOf,
  type Reading,
} from './reading.ts';
import { SCRIPT_REFERENCES, type ScriptReference } from '../model/index.ts';
import type { Node } from './syntax.ts';
import { declare, give, lookUp, type Scope, type Value } from './values.ts';
import type { Sink } from './world.ts';

const PROPERTIES: ReadonlyMap<string, ScriptReference> = new Map(
  SCRIPT_REFERENCES.filter(({ shape }) => shape === 'property').map((row) => [
    row.name.toLowerCase(),
    row,
  ]),
);
const MARKUP_PROPERTIES = new Set(['innerHTML', 'outerHTML', 'srcdoc']);
/** Keys whose mere presence in an object says "an element with this address". */
const ELEMENT_KEYS = new Set(['src', 'srcset', 'poster', 'srcdoc']);
/** Largest object whose members are followed one by one. */
const BAG_MAX = 256;

/** `location = …`, by whatever name. */
export const LOCATION_ROW: ScriptReference = SCRIPT_REFERENCES.find(
  ({ name }) => name === 'location',
) ?? {
  construct: 'location =',
  shape: 'special',
  name: 'location',
  argument: 0,
  class: 'required',
  code: 'runtime_external',
  source: '',
};

/** The sink an attribute of this name makes, if it loads; true when the name was one that loads. */
export function addAttributeSink(
  attribute: string,
  value: Value,
  node: Node,
  reading: Reading,
  how: Pick<Sink, 'on' | 'member' | 'perhapsWord'> = {},
): boolean {
  if (attribute.length > 12) return false;
  const { world, script, scope } = reading;
  const name = attribute.toLowerCase();
  if (name === 'srcdoc') {
    world.addMarkup(value, { script, offset: node.start });
    return true;
  }
  if (name === 'http-equiv') noteHttpEquiv(value, node, reading);
  if (LEADING.has(name)) world.setsAction = true;
  const row = PROPERTIES.get(name);
  if (row === undefined) return false;
  world.addSink({ row, value, ...how, script, scope, offset: node.start });
  return true;
}

/** What has a `location` that leads to another address when it is set. */
const LOCATION_OWNERS: ReadonlySet<string> = new Set([
  ...GLOBAL_OBJECTS,
  ...['document', 'contentWindow', 'contentDocument', 'defaultView', 'ownerDocument', 'opener'],
]);
/** Members of it that do as well; `hash` stays on the page. */
const LOCATION_PARTS = new Set([
  'href',
  'pathname',
  'search',
  'host',
  'hostname',
  'protocol',
  'port',
]);

function isLocation(node: Node, scope: Scope): boolean {
  if (node.type === 'Identifier')
    return node.name === 'location' && lookUp(scope, 'location') === null;
  const owner = lastName(node.object);
  return lastName(node) === 'location' && owner !== undefined && LOCATION_OWNERS.has(owner);
}

function patternNames(pattern: Node | null | undefined): string[] {
  const names: string[] = [];
  const open: (Node | null | undefined)[] = [pattern];
  while (open.length > 0) {
    const node = open.pop();
    if (node === null || node === undefined) continue;
    if (node.type === 'Identifier' && node.name !== undefined) names.push(node.name);
    else if (node.type === 'Property') open.push(node.value as Node);
    else if (node.type === 'AssignmentPattern') open.push(node.left);
    else if (node.type === 'RestElement') open.push(node.argument);
    else open.push(...(node.elements ?? []), ...(node.properties ?? []));
  }
  return names;
}

/** Names that get something nobody can read off the code. */
function openNames(pattern: Node | null | undefined, reading: Reading): void {
  for (const name of patternNames(pattern)) reading.world.assign(name, reading.scope, undefined);
  noteKeys(pattern, reading);
}

/** `const { fetch } = window` takes a loader under its own name, or another. */
function noteKeys(pattern: Node | null | undefined, { world, script, scope }: Reading): void {
  for (const { key } of pattern?.properties ?? [])
    if (key?.name !== undefined && (LOADING_GLOBALS.has(key.name) || LOADING_METHODS.has(key.name)))
      world.addMention(`'${key.name}'`, scope, { script, offset: key.start });
}

/** Where a click or a sent form leads. */
const LEADING = new Set(['action', 'formAction', 'formaction', 'ping']);
/** The value of an attribute, reached by way of the list of them. */
const ATTRIBUTE_VALUES = new Set(['value', 'nodeValue', 'textContent']);

/** A `meta` element that sends visitors on, made by a script. */
function noteHttpEquiv(value: Value, node: Node, { world, script, scope }: Reading): void {
  if (typeof value !== 'string' || value.trim().toLowerCase() === 'refresh')
    world.addMention("'refresh'", scope, { script, offset: node.start });
}

function writeMember(target: Node, value: Value, node: Node, reading: Reading): void {
  const { world, script, scope } = reading;
  const name = lastName(target);
  const on = valueOf(target.object, scope);
  if (target.object?.type === 'Identifier' && target.object.name !== undefined)
    world.assignMember(target.object.name, scope, value);
  if (name === undefined) return;
  const part = LOCATION_PARTS.has(name) && isLocation(target.object ?? target, scope);
  if (isLocation(target, scope) || part) {
    // A part of an address leads to one that is not known here.
    const whole = name === 'href' || name === 'location' ? value : undefined;
    world.addSink({ row: LOCATION_ROW, value: whole, script, scope, offset: node.start });
  } else if (MARKUP_PROPERTIES.has(name)) world.addMarkup(value, { script, offset: node.start });
  else if (LEADING.has(name)) world.setsAction = true;
  else if (ATTRIBUTE_VALUES.has(name) && lastName(target.object?.object) === 'attributes')
    world.addMention("'attributes'", scope, { script, offset: node.start });
  else if (name === 'httpEquiv') noteHttpEquiv(value, node, reading);
  else if (PROPERTIES.has(name.toLowerCase())) addAttributeSink(name, value, node, reading, { on });
  else if (GLOBAL_OBJECTS.has(lastName(target.object) ?? '')) world.assign(name, scope, value);
}

/** Reads a finished assignment: names get values, properties get addresses. */
export function readAssignment(node: Node, reading: Reading): void {
  const { left: target } = node;
  if (target === undefined) return;
  const { world, script, scope } = reading;
  const given = valueOf(node.right, scope);
  const value = node.operator === '+=' ? undefined : given;
  if (target.type === 'Identifier' && target.name !== undefined) {
    if (isLocation(target, scope))
      world.addSink({ row: LOCATION_ROW, value, script, scope, offset: node.start });
    else node.undo = world.assign(target.name, scope, value);
  } else if (target.type === 'MemberExpression') writeMember(target, value, node, reading);
  else openNames(target, reading);
  if (given !== undefined) node.known = given;
}

/** Reads `const name = value`; what is taken apart is not followed. */
export function readDeclarator(node: Node, reading: Reading): void {
  const { id, init } = node;
  if (id === null || id === undefined) return;
  if (id.type !== 'Identifier' || id.name === undefined) {
    openNames(id, reading);
  } else if (init !== null && init !== undefined) {
    bindFunction(init, id.name, reading);
    reading.world.assign(id.name, reading.scope, valueOf(init, reading.scope));
  }
}

/** The names a `for … of` or `for … in` runs through. */
export function readForLeft(node: Node, reading: Reading): void {
  const { left } = node;
  if (left?.type === 'VariableDeclaration')
    for (const { id } of left.declarations ?? []) openNames(id, reading);
  else if (left !== undefined) openNames(left, reading);
}

function bindFunction(node: Node, name: string, reading: Reading): void {
  if (node.ownScope === undefined) return;
  const binding = lookUp(reading.scope, name);
  if (binding === null || binding.parameters !== null) return;
  binding.parameters = {
    scope: node.ownScope,
    names: (node.params ?? []).map((p) => (p.type === 'Identifier' ? p.name : undefined)),
  };
}

/** Reads a finished function: its parameters may be anything until its calls say more. */
export function readFunction(node: Node, own: Scope, reading: Reading): void {
  node.ownScope = own;
  for (const parameter of node.params ?? [])
    if (parameter.type !== 'Identifier') {
      for (const name of patternNames(parameter)) give(declare(own, name), undefined);
      noteKeys(parameter, reading);
    }
  const name = node.id?.name;
  if (node.type === 'FunctionDeclaration' && name !== undefined) bindFunction(node, name, reading);
}

/** Reads an object literal: a table of values, or the attributes of an element to be. */
export function readObject(node: Node, reading: Reading): void {
  const keys: string[] = [];
  const all: Value[] = [];
  const properties = node.properties ?? [];
  let complete = properties.length > 0 && properties.length <= BAG_MAX;
  let known = false;
  for (const property of properties) {
    const key = property.key?.name ?? property.key?.value;
    const name = property.computed === true ? valueOf(property.key, reading.scope) : key;
    if (property.type !== 'Property' || typeof name !== 'string') {
      complete = false;
      continue;
    }
    if (property.key?.type === 'Literal') reading.understood(property.key);
    const value = valueOf(property.value as Node, reading.scope);
    known ||= value !== undefined;
    keys.push(name);
    all.push(value);
    const isPlain = property.kind === 'init' && (property.value as Node).ownScope === undefined;
    if (isPlain && name.length < 12 && ELEMENT_KEYS.has(name.toLowerCase()))
      addAttributeSink(name, value, property, reading, { member: true });
  }
  // An object with both is a link to be; one with an address alone may be anything.
  const href = keys.indexOf('href');
  if (href >= 0 && keys.includes('rel'))
    addAttributeSink('href', all[href], node, reading, { member: true });
  if (complete && known) node.known = { kind: 'bag', keys, all };
}
