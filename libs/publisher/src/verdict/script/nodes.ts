import { readCall } from './calls.ts';
import { readFunction } from './functions.ts';
import { readArray, readObjectLiteral } from './literals.ts';
import { readNew } from './new-expressions.ts';
import {
  GLOBAL_OBJECTS,
  lastName,
  LOADING_GLOBALS,
  LOADING_METHODS,
  loadingKey,
  valueOf,
  type Reading,
} from './reading.ts';
import type { Node } from './syntax.ts';
import { join, makeScope, type Scope, type Value } from './values.ts';
import { readAssignment, readDeclarator, readForLeft } from './writes.ts';

/** What the reader of a node needs beside the node. */
export interface NodeContext extends Reading {
  /** The scope that was left last: of a finished function, its own. */
  readonly lastScope: Scope | null;
  /** Uses of names that load, by where they stand, until they are understood. */
  readonly uses: Map<number, { readonly name: string; readonly scope: Scope }>;
}

/** Longest text put together of constants that is looked at as a whole. */
const JOINED_CHARS_MAX = 2_048;
/** What may be cut in two where constants are joined. */
const SEAM = /<|url\(|image-set|src|href|poster|@import|fetch|import/i;
const COMPARISONS = new Set(['==', '===', '!=', '!==', 'in', 'instanceof']);
/** Where no name is declared: what was taken from the window is the window's. */
const EVERYWHERE: Scope = makeScope(1, null);

/** Reads a finished node. */
export type NodeReader = (node: Node, reader: NodeContext) => void;

const either =
  (left: keyof Node, right: keyof Node): NodeReader =>
  (node, { scope }) => {
    const of = [valueOf(node[left] as Node, scope), valueOf(node[right] as Node, scope)];
    if (of.some((value) => value !== undefined)) node.known = { kind: 'either', of };
  };

function saysMore(head: Value, tail: Value, whole: string): boolean {
  if (typeof head !== 'string' || typeof tail !== 'string') return false;
  return whole.length < JOINED_CHARS_MAX && SEAM.test(head.slice(-24) + tail.slice(0, 24));
}

const readBinary: NodeReader = (node, reader) => {
  const { operator = '', left, right } = node;
  if (operator === '+') {
    const [head, tail] = [valueOf(left, reader.scope), valueOf(right, reader.scope)];
    node.known = join(head, tail);
    // Two halves may say together what neither says alone.
    if (typeof node.known === 'string' && saysMore(head, tail, node.known))
      reader.world.noteString(node.known, { script: reader.script, offset: node.start });
  } else if (COMPARISONS.has(operator)) reader.understood(left, right);
};

const readTemplate: NodeReader = (node, { scope }) => {
  let value: Value = '';
  (node.quasis ?? []).forEach((quasi, index) => {
    const { cooked } = quasi.value as { cooked: string | null };
    value = join(value, cooked ?? undefined);
    const hole = node.expressions?.[index];
    if (hole !== undefined) value = join(value, valueOf(hole, scope));
  });
  node.known = value;
};

const readTemplateText: NodeReader = (node, { world, script }) => {
  const { cooked } = node.value as { cooked: string | null };
  if (cooked !== null) world.noteString(cooked, { script, offset: node.start });
};

const readMember: NodeReader = (node, reader) => {
  const computed = node.computed === true;
  const constant = computed ? valueOf(node.property, reader.scope) : node.property?.name;
  if (computed) reader.understood(node.property);
  const key = typeof constant === 'string' ? constant : loadingKey(node.property, reader.scope);
  const of = valueOf(node.object, reader.scope);
  if (of !== undefined || key !== undefined) node.known = { kind: 'member', of, key };
  if (key === undefined || key.length < 4) return;
  const owner = lastName(node.object);
  const isGlobal = owner !== undefined && GLOBAL_OBJECTS.has(owner);
  if (key === 'submit' && owner === 'prototype')
    reader.world.submits ??= { script: reader.script, offset: node.start };
  // Handed on unless the call around it, read next, takes it.
  if (LOADING_METHODS.has(key) || (isGlobal && LOADING_GLOBALS.has(key)))
    reader.uses.set(node.start, { name: key, scope: EVERYWHERE });
};

const readThrough: NodeReader = (node, { scope }) => {
  node.known = valueOf((node.argument ?? node.expression) as Node, scope);
};

const readFunctionNode: NodeReader = (node, reader) => {
  if (reader.lastScope !== null) readFunction(node, reader.lastScope, reader);
};

const readDynamicImport: NodeReader = (node, reader) => {
  const callee: Node = { type: 'Import', start: node.start, end: node.start };
  readCall({ ...node, callee, arguments: [node.source ?? callee] }, reader);
};

const readStaticImport: NodeReader = (node, { world, script }) => {
  const { source } = node;
  if (typeof source?.value !== 'string') return;
  const construct = node.type === 'ImportDeclaration' ? 'import … from' : '… from';
  world.imports.push({
    specifier: source.value,
    spot: { script, offset: source.start },
    construct,
  });
};

/** How a kind of node is read. */
export interface NodeKind {
  readonly read: NodeReader | null;
  /** Nobody looks at it again. */
  readonly done: boolean;
}
const read = (reader: NodeReader, done = false): NodeKind => ({ read: reader, done });
const SKIP: NodeKind = { read: null, done: true };

/** What is read off each kind of finished node; the others load nothing. */
export const KINDS: ReadonlyMap<string, NodeKind> = new Map<string, NodeKind>([
  ['BinaryExpression', read(readBinary)],
  [
    'UnaryExpression',
    read((node, reader) => {
      if (node.operator === 'typeof') reader.understood(node.argument);
    }),
  ],
  [
    'SwitchCase',
    read((node, reader) => {
      reader.understood(node.test);
    }),
  ],
  ['LogicalExpression', read(either('left', 'right'))],
  ['ConditionalExpression', read(either('consequent', 'alternate'))],
  ['TemplateElement', read(readTemplateText)],
  ['TemplateLiteral', read(readTemplate)],
  ['MemberExpression', read(readMember)],
  ['ArrayExpression', read(readArray)],
  ['ObjectExpression', read(readObjectLiteral)],
  ['AwaitExpression', read(readThrough)],
  ['ChainExpression', read(readThrough)],
  ['AssignmentExpression', read(readAssignment)],
  [
    'VariableDeclarator',
    read((node, reader) => {
      readDeclarator(node, reader);
      node.init = null;
    }),
  ],
  ['FunctionExpression', read(readFunctionNode)],
  ['ArrowFunctionExpression', read(readFunctionNode)],
  // Inside `with` every name may be a method of the object.
  [
    'WithStatement',
    read((node, { world, script, scope }) => {
      world.addMention("'with'", scope, { script, offset: node.start });
    }, true),
  ],
  ['CallExpression', read(readCall)],
  ['NewExpression', read(readNew)],
  ['ImportExpression', read(readDynamicImport)],
  ['FunctionDeclaration', read(readFunctionNode, true)],
  ['ForInStatement', read(readForLeft, true)],
  ['ForOfStatement', read(readForLeft, true)],
  ['ImportDeclaration', read(readStaticImport, true)],
  ['ExportAllDeclaration', read(readStaticImport, true)],
  ['ExportNamedDeclaration', read(readStaticImport, true)],
  ['BlockStatement', SKIP],
  ['BreakStatement', SKIP],
  ['ClassDeclaration', SKIP],
  ['ContinueStatement', SKIP],
  ['DoWhileStatement', SKIP],
  ['EmptyStatement', SKIP],
  ['ExpressionStatement', SKIP],
  ['ForStatement', SKIP],
  ['IfStatement', SKIP],
  ['LabeledStatement', SKIP],
  ['ReturnStatement', SKIP],
  ['SwitchStatement', SKIP],
  ['ThrowStatement', SKIP],
  ['TryStatement', SKIP],
  ['VariableDeclaration', SKIP],
  ['WhileStatement', SKIP],
]);
