import type { Options } from 'acorn';
import type { Budget } from './budget.ts';
import { readCall, readNew } from './script-calls.ts';
import { valueOf, type Reading } from './script-reading.ts';
import { BIND, SyntaxParser, VAR_SCOPE, type Node } from './script-syntax.ts';
import { join, makeScope, declare, type Scope, type Value } from './script-values.ts';
import type { Script, ScriptWorld } from './script-world.ts';
import {
  readAssignment,
  readDeclarator,
  readForLeft,
  readFunction,
  readObject,
} from './script-writes.ts';

/** Names whose mere use may load, because they can be handed on and called elsewhere. */
const LOADING_GLOBALS = new Set([
  'fetch',
  'fetchLater',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'Worker',
  'SharedWorker',
  'importScripts',
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'caches',
  'eval',
]);
/** Attribute and property names that load, as plain strings in code: `setAttribute`, tables of names. */
const LOADING_NAMES = new Set(['src', 'srcset', 'poster', 'srcdoc', 'imagesrcset']);
const COMPARISONS = new Set(['==', '===', '!=', '!==', 'in', 'instanceof']);
const NO_KEYS: readonly string[] = [];
/** Longest array whose elements are followed one by one. */
const BAG_MAX = 64;

/** Finished statements are not looked at again: one node stands for all of them. */
const DONE: Node = {
  type: 'EmptyStatement',
  start: 0,
  end: 0,
  body: [],
  declarations: [],
  id: null,
};
/** Tokens between two entries in the budget. */
const TOKENS_PER_ENTRY = 1024;
/** What starting a parser costs, in steps. */
const STEPS_PER_SCRIPT = 32;

/**
 * Reads one script while it is parsed: every finished expression is looked at once and then let go, so memory
 * follows the depth of the code, not its length. Redeclared names and the like are not refused: what one browser
 * refuses another may run.
 */
class ScriptReader extends SyntaxParser implements Reading {
  // acorn calls `enterScope` before a subclass's fields exist; both are set by `readScript` before parsing starts.
  declare world: ScriptWorld;
  declare script: Script;
  declare budget: Budget;
  declare tokens: number;
  declare names: Map<number, string>;
  declare uses: Map<number, { name: string; scope: Scope }>;
  declare lastScope: Scope | null;

  get scope(): Scope {
    return this.scopeStack.at(-1) ?? this.world.globals;
  }

  override nextToken(): void {
    this.tokens += 1;
    if (this.tokens % TOKENS_PER_ENTRY === 0) this.budget.spend(TOKENS_PER_ENTRY);
    super.nextToken();
  }

  override enterScope(flags: number): void {
    this.scopeStack.push(makeScope(flags, this.scopeStack.at(-1) ?? null));
  }

  override exitScope(): void {
    this.lastScope = this.scopeStack.pop() ?? null;
  }

  override declareName(name: string, type: number): void {
    let at = this.scopeStack.length - 1;
    if (type === BIND.VAR)
      while (at > 0 && ((this.scopeStack[at]?.flags ?? 1) & VAR_SCOPE) === 0) at -= 1;
    const scope = this.scopeStack[at];
    if (scope !== undefined) declare(scope, name);
  }

  override checkLocalExport(): void {
    // Exports of a page's own module load nothing.
  }

  override checkExport(): void {
    // As above.
  }

  override raiseRecoverable(): void {
    // See the class's comment.
  }

  override parseLiteral(value: unknown): Node {
    const { start } = this;
    const node: Node = { type: 'Literal', start, end: 0, value };
    this.next();
    node.end = this.lastTokEnd;
    if (typeof value === 'string') {
      if (value.length < 12 && LOADING_NAMES.has(value.toLowerCase())) this.names.set(start, value);
      this.world.noteString(value, { script: this.script, offset: start });
    }
    return node;
  }

  override parseExprAtom(errors?: unknown, forInit?: unknown, forNew?: unknown): Node {
    const node = super.parseExprAtom(errors, forInit, forNew);
    const { name } = node;
    // The shortest of them has four letters; minified names are shorter.
    if (node.type === 'Identifier' && name !== undefined && name.length > 3)
      if (LOADING_GLOBALS.has(name)) this.uses.set(node.start, { name, scope: this.scope });
    return node;
  }

  override toAssignable(node: Node, isBinding?: boolean, errors?: unknown): Node {
    // `({src}) => …` takes an object apart; it was read as one that is built.
    if (node?.type === 'ObjectExpression') this.world.dropMembers(this.script, node.start);
    return super.toAssignable(node, isBinding, errors);
  }

  override finishNode(node: Node, type: string): Node {
    node.type = type;
    node.end = this.lastTokEnd;
    const kind = KINDS.get(type);
    if (kind === undefined) return node;
    kind.read?.(node, this);
    return kind.done ? DONE : node;
  }

  understood(...nodes: readonly (Node | null | undefined)[]): void {
    for (const node of nodes)
      if (node !== null && node !== undefined) {
        this.names.delete(node.start);
        this.uses.delete(node.start);
      }
  }
}

type NodeReader = (node: Node, reader: ScriptReader) => void;

const either =
  (left: keyof Node, right: keyof Node): NodeReader =>
  (node, { scope }) => {
    const of = [valueOf(node[left] as Node, scope), valueOf(node[right] as Node, scope)];
    if (of.some((value) => value !== undefined)) node.known = { kind: 'either', of };
  };

const readBinary: NodeReader = (node, reader) => {
  const { operator = '', left, right } = node;
  if (operator === '+')
    node.known = join(valueOf(left, reader.scope), valueOf(right, reader.scope));
  else if (COMPARISONS.has(operator)) reader.understood(left, right);
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
  const key = typeof constant === 'string' ? constant : undefined;
  const of = valueOf(node.object, reader.scope);
  if (of !== undefined || key !== undefined) node.known = { kind: 'member', of, key };
};

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

const readArray: NodeReader = (node, { scope }) => {
  readElements(node, scope);
  letGo(node);
};

const readObjectNode: NodeReader = (node, reader) => {
  readObject(node, reader);
  letGo(node);
};

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
  const construct = node.type === 'ImportDeclaration' ? 'import … from' : 'export … from';
  world.imports.push({
    specifier: source.value,
    spot: { script, offset: source.start },
    construct,
  });
};

interface NodeKind {
  readonly read: NodeReader | null;
  /** Nobody looks at it again. */
  readonly done: boolean;
}
const read = (reader: NodeReader, done = false): NodeKind => ({ read: reader, done });
const SKIP: NodeKind = { read: null, done: true };

/** What is read off each kind of finished node; the others load nothing. */
const KINDS: ReadonlyMap<string, NodeKind> = new Map<string, NodeKind>([
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
  ['ObjectExpression', read(readObjectNode)],
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

/** Reads a script into the world; throws acorn's SyntaxError where it is not JavaScript. */
export function readScript(code: string, script: Script, world: ScriptWorld, budget: Budget): void {
  const options: Options = {
    ecmaVersion: 'latest',
    sourceType: script.module ? 'module' : 'script',
    allowReturnOutsideFunction: script.handler,
    allowAwaitOutsideFunction: true,
  };
  const reader = new ScriptReader(options, code);
  reader.world = world;
  reader.script = script;
  reader.budget = budget;
  reader.tokens = 0;
  reader.names = new Map();
  reader.uses = new Map();
  reader.lastScope = null;
  const top = reader.scopeStack[0];
  if (top !== undefined) {
    // Classic scripts declare into the page's one global scope, modules into their own.
    if (script.module || script.handler) top.parent = world.globals;
    else reader.scopeStack[0] = world.globals;
  }
  budget.spend(STEPS_PER_SCRIPT);
  reader.parse();
  budget.spend(reader.tokens % TOKENS_PER_ENTRY);
  for (const { name, scope, start } of leftOver(reader))
    world.addMention(name, scope, { script, offset: start });
}

function* leftOver(reader: ScriptReader): Generator<{ name: string; scope: Scope; start: number }> {
  for (const [start, { name, scope }] of reader.uses) yield { name, scope, start };
  for (const [start, name] of reader.names)
    yield { name: `'${name}'`, scope: reader.world.globals, start };
}
