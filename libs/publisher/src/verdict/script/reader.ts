import type { Options } from 'acorn';
import type { Budget } from '../model/index.ts';
import { KINDS, type NodeContext } from './nodes.ts';
import { LOADING_GLOBALS } from './reading.ts';
import type { Script } from './records.ts';
import { BIND, SyntaxParser, VAR_SCOPE, type Node, type Words } from './syntax.ts';
import { declare, makeScope, type Scope } from './values.ts';
import type { ScriptWorld } from './world.ts';

/** Attribute and property names that load, as plain strings in code: `setAttribute`, tables of names. */
const LOADING_NAMES = new Set(['src', 'srcset', 'poster', 'srcdoc', 'imagesrcset']);

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
class ScriptReader extends SyntaxParser implements NodeContext {
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
    if (node?.type === 'AssignmentExpression') node.undo?.();
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

/** The same words, not looked for in a name of one letter: no word is one, and most names of minified code are. */
const longer = (words: Words): Words => ({
  test: (name) => name.length > 1 && words.test(name),
});

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
  reader.keywords = longer(reader.keywords);
  reader.reservedWords = longer(reader.reservedWords);
  reader.reservedWordsStrict = longer(reader.reservedWordsStrict);
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
