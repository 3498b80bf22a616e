import { nameEntries } from '../model/index.ts';
import { readCall } from './calls.ts';
import { readFunction } from './functions.ts';
import { readArray, readObjectLiteral } from './literals.ts';
import { readNew } from './new-expressions.ts';
import {
  GLOBAL_OBJECTS,
  lastName,
  SURVEYED_GLOBALS,
  SURVEYED_METHODS,
  loadingKey,
  valueOf,
  type ScriptAddressSearchContext,
} from './survey-context.ts';
import type { ScriptNode } from './syntax.ts';
import {
  concatenate,
  makeScriptScope,
  type ScriptScope,
  type KnownExpressionValue,
} from './values.ts';
import { readAssignment, readDeclarator, readForLeft } from './writes.ts';

/** What a function that reads a syntax node receives besides the node: the script, the scope and the state of the parser. */
export interface ScriptNodeReaderContext extends ScriptAddressSearchContext {
  /** The scope that the parser closed most recently. Directly after a function was parsed, it is the scope of this function. */
  readonly lastScope: ScriptScope | null;
  /**
   * References to loading functions such as `fetch`, by script offset. A node reader that knows what a reference loads removes
   * it; the others are reported.
   */
  readonly uses: Map<number, { readonly name: string; readonly scope: ScriptScope }>;
}

/**
 * Maximum length, in characters, of a concatenation of constants in a script that is inspected as one text; longer ones are
 * not.
 */
const JOINED_CHARS_MAX = 2_048;
/**
 * Matches parts of texts that load a resource, such as `url(`. A script may split such a text into two constants that it joins
 * again.
 */
const SPLITTABLE = /<|url\(|image-set|src|href|poster|@import|fetch|import/i;
const COMPARISONS = new Set(['==', '===', '!=', '!==', 'in', 'instanceof']);
/** A scope without variables, for members of the window such as `window.fetch`, which no variable of the script can hide. */
const EMPTY_SCOPE: ScriptScope = makeScriptScope(1, null);

/**
 * A function that records what a syntax node of a script loads, as soon as acorn (the JavaScript parser) has parsed the node.
 */
export type ScriptNodeReader = (node: ScriptNode, reader: ScriptNodeReaderContext) => void;

const readEither =
  (left: keyof ScriptNode, right: keyof ScriptNode): ScriptNodeReader =>
  (node, { scope }) => {
    const of = [
      valueOf(node[left] as ScriptNode, scope),
      valueOf(node[right] as ScriptNode, scope),
    ];
    if (of.some((value) => value !== undefined)) node.known = { kind: 'either', of };
  };

function mayLoadWhenJoined(
  head: KnownExpressionValue,
  tail: KnownExpressionValue,
  whole: string,
): boolean {
  if (typeof head !== 'string' || typeof tail !== 'string') return false;
  return whole.length < JOINED_CHARS_MAX && SPLITTABLE.test(head.slice(-24) + tail.slice(0, 24));
}

const readBinary: ScriptNodeReader = (node, reader) => {
  const { operator = '', left, right } = node;
  if (operator === '+') {
    const [head, tail] = [valueOf(left, reader.scope), valueOf(right, reader.scope)];
    node.known = concatenate(head, tail);
    // The concatenation may be markup that loads something, although neither operand alone is.
    if (typeof node.known === 'string' && mayLoadWhenJoined(head, tail, node.known))
      reader.survey.inspectString(node.known, { script: reader.script, offset: node.start });
  } else if (COMPARISONS.has(operator)) reader.resolveUses(left, right);
};

const readTemplate: ScriptNodeReader = (node, { scope }) => {
  let value: KnownExpressionValue = '';
  (node.quasis ?? []).forEach((quasi, index) => {
    const { cooked } = quasi.value as { cooked: string | null };
    value = concatenate(value, cooked ?? undefined);
    const hole = node.expressions?.[index];
    if (hole !== undefined) value = concatenate(value, valueOf(hole, scope));
  });
  node.known = value;
};

const readTemplateText: ScriptNodeReader = (node, { survey, script }) => {
  const { cooked } = node.value as { cooked: string | null };
  if (cooked !== null) survey.inspectString(cooked, { script, offset: node.start });
};

const readMemberNode: ScriptNodeReader = (node, reader) => {
  const computed = node.computed === true;
  const constant = computed ? valueOf(node.property, reader.scope) : node.property?.name;
  if (computed) reader.resolveUses(node.property);
  const key = typeof constant === 'string' ? constant : loadingKey(node.property, reader.scope);
  const of = valueOf(node.object, reader.scope);
  if (of !== undefined || key !== undefined) node.known = { kind: 'member', of, key };
  if (key === undefined || key.length < 4) return;
  const owner = lastName(node.object);
  const isGlobal = owner !== undefined && GLOBAL_OBJECTS.has(owner);
  if (key === 'submit' && owner === 'prototype')
    reader.survey.submits ??= { script: reader.script, offset: node.start };
  // The reader of the enclosing call is called next. It removes this reference again if it knows what the call loads.
  if (SURVEYED_METHODS.has(key) || (isGlobal && SURVEYED_GLOBALS.has(key)))
    reader.uses.set(node.start, { name: key, scope: EMPTY_SCOPE });
};

const readThrough: ScriptNodeReader = (node, { scope }) => {
  node.known = valueOf((node.argument ?? node.expression) as ScriptNode, scope);
};

const readFunctionNode: ScriptNodeReader = (node, reader) => {
  if (reader.lastScope !== null) readFunction(node, reader.lastScope, reader);
};

const readDynamicImport: ScriptNodeReader = (node, reader) => {
  const callee: ScriptNode = { type: 'Import', start: node.start, end: node.start };
  readCall({ ...node, callee, arguments: [node.source ?? callee] }, reader);
};

const readStaticImport: ScriptNodeReader = (node, { survey, script }) => {
  const { source } = node;
  if (typeof source?.value !== 'string') return;
  const construct = node.type === 'ImportDeclaration' ? 'import … from' : '… from';
  survey.imports.push({
    specifier: source.value,
    spot: { script, offset: source.start },
    construct,
  });
};

/** How the search for addresses reads the syntax nodes of one type. */
export interface NodeTypeRule {
  readonly read: ScriptNodeReader | null;
  /** True when no other node reader uses the node, so that its memory is freed after `read`. */
  readonly isFinal: boolean;
}
const kind = (read: ScriptNodeReader, isFinal = false): NodeTypeRule => ({ read, isFinal });
const SKIP: NodeTypeRule = { read: null, isFinal: true };

/** The rules for reading syntax nodes, by node type. Nodes of a type that is not listed load nothing. */
export const NODE_KINDS: ReadonlyMap<string, NodeTypeRule> = new Map<string, NodeTypeRule>([
  ['BinaryExpression', kind(readBinary)],
  [
    'UnaryExpression',
    kind((node, reader) => {
      if (node.operator === 'typeof') reader.resolveUses(node.argument);
    }),
  ],
  ['SwitchCase', kind((node, reader) => reader.resolveUses(node.test))],
  ['LogicalExpression', kind(readEither('left', 'right'))],
  ['ConditionalExpression', kind(readEither('consequent', 'alternate'))],
  ['TemplateElement', kind(readTemplateText)],
  ['TemplateLiteral', kind(readTemplate)],
  ['MemberExpression', kind(readMemberNode)],
  ['ArrayExpression', kind(readArray)],
  ['ObjectExpression', kind(readObjectLiteral)],
  ...nameEntries('AwaitExpression ChainExpression', kind(readThrough)),
  ['AssignmentExpression', kind(readAssignment)],
  [
    'VariableDeclarator',
    kind((node, reader) => {
      readDeclarator(node, reader);
      node.init = null;
    }),
  ],
  ...nameEntries('FunctionExpression ArrowFunctionExpression', kind(readFunctionNode)),
  // Inside `with`, every name may be a member of the `with` object, so the statement is reported.
  [
    'WithStatement',
    kind((node, { survey, script, scope }) => {
      survey.addMention("'with'", scope, { script, offset: node.start });
    }, true),
  ],
  ['CallExpression', kind(readCall)],
  ['NewExpression', kind(readNew)],
  ['ImportExpression', kind(readDynamicImport)],
  ['FunctionDeclaration', kind(readFunctionNode, true)],
  ...nameEntries('ForInStatement ForOfStatement', kind(readForLeft, true)),
  ...nameEntries(
    'ImportDeclaration ExportAllDeclaration ExportNamedDeclaration',
    kind(readStaticImport, true),
  ),
  ...nameEntries(
    `
    BlockStatement BreakStatement ClassDeclaration ContinueStatement DoWhileStatement EmptyStatement ExpressionStatement
    ForStatement IfStatement LabeledStatement ReturnStatement SwitchStatement ThrowStatement TryStatement VariableDeclaration WhileStatement
  `,
    SKIP,
  ),
]);
