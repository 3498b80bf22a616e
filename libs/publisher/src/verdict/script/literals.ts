import { valueOf, type Reading } from './reading.ts';
import type { Node } from './syntax.ts';
import type { Scope, Value } from './values.ts';
import { readObject } from './writes.ts';

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
