import { addAttributeSink } from './attribute-sinks.ts';
import { valueOf, type Reading } from './reading.ts';
import type { Node } from './syntax.ts';
import type { Scope, Value } from './values.ts';

const NO_KEYS: readonly string[] = [];
/** Longest array whose elements are followed one by one. */
const BAG_MAX = 64;

/** What may stand in a pattern (`[a, b.c] = …`); a literal with anything else in it is never taken apart. */
const ASSIGNABLE = new Set([
  'Identifier',
  'MemberExpression',
  'ObjectExpression',
  'ArrayExpression',
  'AssignmentExpression',
  'SpreadElement',
]);
const isFixed = (node: Node | null | undefined): boolean =>
  node !== null && node !== undefined && (node.fixed === true || !ASSIGNABLE.has(node.type));

/** A literal that is surely no pattern: nobody asks for its members again, and large data would fill the memory. */
function letGo(node: Node): void {
  const members = node.elements ?? node.properties?.map(({ value }) => value as Node | undefined);
  if (members?.some(isFixed) !== true) return;
  node.fixed = true;
  if (node.elements !== undefined) node.elements = [];
  else node.properties = [];
}

/** Reads an array literal: a list of values. */
export function readArray(node: Node, { scope }: Reading): void {
  readElements(node, scope);
  letGo(node);
}

/** Reads an object literal: a table of values, or the attributes of an element to be. */
export function readObjectLiteral(node: Node, reading: Reading): void {
  readObject(node, reading);
  letGo(node);
}

function readElements(node: Node, scope: Scope): void {
  const all: Value[] = [];
  for (const element of node.elements ?? []) {
    const value = valueOf(element, scope);
    // A long list of images inside the page is proved harmless without keeping each of them.
    if (typeof value === 'string' && all.length > 0 && /^(?:data:|#)/i.test(value)) continue;
    all.push(value);
    if (all.length > BAG_MAX) return;
  }
  if (all.length > 0) node.known = { kind: 'bag', keys: NO_KEYS, all };
}

/** Keys whose mere presence in an object says "an element with this address". */
const ELEMENT_KEYS = new Set(['src', 'srcset', 'poster', 'srcdoc']);

/** Largest object whose members are followed one by one. */
const MEMBERS_MAX = 256;

/** Reads an object literal: a table of values, or the attributes of an element to be. */
export function readObject(node: Node, reading: Reading): void {
  const keys: string[] = [];
  const all: Value[] = [];
  const properties = node.properties ?? [];
  let complete = properties.length > 0 && properties.length <= MEMBERS_MAX;
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
