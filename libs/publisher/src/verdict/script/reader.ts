import type { Options } from 'acorn';
import { nameSet } from '../model/index.ts';
import type { AnalysisBudget } from '../model/index.ts';
import { NODE_KINDS, type ScriptNodeReaderContext } from './nodes.ts';
import { SURVEYED_GLOBALS } from './survey-context.ts';
import type { PageScript } from './records.ts';
import { BIND, SyntaxParser, VAR_SCOPE, type ScriptNode } from './syntax.ts';
import { declareName, makeScriptScope, type ScriptScope } from './values.ts';
import type { ScriptAddressSearchRecords } from './script-survey.ts';

/** Names of attributes that load a resource. A script that has such a name as a string may set this attribute. */
const LOADING_NAMES = nameSet('src srcset poster srcdoc imagesrcset');

/** The syntax node that replaces each statement after it was read, so that the memory of the statement's nodes is freed. */
const FINISHED_NODE: ScriptNode = {
  type: 'EmptyStatement',
  start: 0,
  end: 0,
  body: [],
  declarations: [],
  id: null,
};
/** Number of tokens after which their cost, one step per token, is charged to the analysis budget. */
const TOKENS_PER_ENTRY = 1024;
/** Cost of starting the parser for one script, in steps of the analysis budget. */
const STEPS_PER_SCRIPT = 32;

/**
 * Records what one script loads while acorn (the JavaScript parser) parses it. Each expression is read once and then freed, so
 * memory grows with the nesting depth of the code and not with its length: the complete tree of a 4.8 MB script does not fit
 * into the thread's heap. Recoverable errors are ignored.
 */
class LoadRecordingScriptParser extends SyntaxParser implements ScriptNodeReaderContext {
  // acorn's constructor calls `enterScope` before fields would be initialized. `readScript` sets these fields before parsing.
  declare survey: ScriptAddressSearchRecords;
  declare script: PageScript;
  declare budget: AnalysisBudget;
  declare tokens: number;
  declare names: Map<number, string>;
  declare uses: Map<number, { name: string; scope: ScriptScope }>;
  declare lastScope: ScriptScope | null;

  get scope(): ScriptScope {
    return this.scopeStack.at(-1) ?? this.survey.globals;
  }

  override nextToken(): void {
    this.tokens += 1;
    if (this.tokens % TOKENS_PER_ENTRY === 0) this.budget.spend(TOKENS_PER_ENTRY);
    super.nextToken();
  }

  override enterScope(flags: number): void {
    this.scopeStack.push(makeScriptScope(flags, this.scopeStack.at(-1) ?? null));
  }

  override exitScope(): void {
    this.lastScope = this.scopeStack.pop() ?? null;
  }

  override declareName(name: string, type: number): void {
    let at = this.scopeStack.length - 1;
    if (type === BIND.VAR)
      while (at > 0 && ((this.scopeStack[at]?.flags ?? 1) & VAR_SCOPE) === 0) at -= 1;
    const scope = this.scopeStack[at];
    if (scope !== undefined) declareName(scope, name);
  }

  override checkLocalExport(): void {
    // Empty on purpose: acorn would reject the export of an undeclared name, but the script may still contain addresses.
  }

  override checkExport(): void {
    // Empty on purpose: acorn would reject a script that exports a name twice, but the script may still contain addresses.
  }

  override raiseRecoverable(): void {
    // Empty on purpose: acorn would throw for a recoverable error, such as a redeclared name, but a browser may run the script.
  }

  override parseLiteral(value: unknown): ScriptNode {
    const { start } = this;
    const node: ScriptNode = { type: 'Literal', start, end: 0, value };
    this.next();
    node.end = this.lastTokEnd;
    if (typeof value === 'string') {
      if (value.length < 12 && LOADING_NAMES.has(value.toLowerCase())) this.names.set(start, value);
      this.survey.inspectString(value, { script: this.script, offset: start });
    }
    return node;
  }

  override parseExprAtom(errors?: unknown, forInit?: unknown, forNew?: unknown): ScriptNode {
    const node = super.parseExprAtom(errors, forInit, forNew);
    const { name } = node;
    // The shortest names in `SURVEYED_GLOBALS` have four letters. The length check quickly excludes most names of minified
    // code.
    if (node.type === 'Identifier' && name !== undefined && name.length > 3)
      if (SURVEYED_GLOBALS.has(name)) this.uses.set(node.start, { name, scope: this.scope });
    return node;
  }

  override toAssignable(node: ScriptNode, isBinding?: boolean, errors?: unknown): ScriptNode {
    // acorn parsed the pattern in `({src}) => …` as an object literal first. The members recorded for this literal are removed.
    if (node?.type === 'ObjectExpression') this.survey.dropMembers(this.script, node.start);
    if (node?.type === 'AssignmentExpression') node.undo?.();
    return super.toAssignable(node, isBinding, errors);
  }

  override finishNode(node: ScriptNode, type: string): ScriptNode {
    node.type = type;
    node.end = this.lastTokEnd;
    const kind = NODE_KINDS.get(type);
    if (kind === undefined) return node;
    kind.read?.(node, this);
    return kind.isFinal ? FINISHED_NODE : node;
  }

  resolveUses(...nodes: readonly (ScriptNode | null | undefined)[]): void {
    for (const node of nodes)
      if (node !== null && node !== undefined) {
        this.names.delete(node.start);
        this.uses.delete(node.start);
      }
  }
}

/** Parses a script and records in `survey` what it loads. Throws acorn's SyntaxError when it is not valid JavaScript. */
export function readScript(
  code: string,
  script: PageScript,
  survey: ScriptAddressSearchRecords,
  budget: AnalysisBudget,
): void {
  const options: Options = {
    ecmaVersion: 'latest',
    sourceType: script.module ? 'module' : 'script',
    allowReturnOutsideFunction: script.handler,
    allowAwaitOutsideFunction: true,
  };
  const reader = new LoadRecordingScriptParser(options, code);
  reader.survey = survey;
  reader.script = script;
  reader.budget = budget;
  reader.tokens = 0;
  reader.names = new Map();
  reader.uses = new Map();
  reader.lastScope = null;
  const top = reader.scopeStack[0];
  if (top !== undefined) {
    // Classic scripts share the global scope. A module or handler has its own scope inside it.
    if (script.module || script.handler) top.parent = survey.globals;
    else reader.scopeStack[0] = survey.globals;
  }
  budget.spend(STEPS_PER_SCRIPT);
  reader.parse();
  budget.spend(reader.tokens % TOKENS_PER_ENTRY);
  for (const { name, scope, start } of unresolvedUses(reader))
    survey.addMention(name, scope, { script, offset: start });
}

function* unresolvedUses(
  reader: LoadRecordingScriptParser,
): Generator<{ name: string; scope: ScriptScope; start: number }> {
  for (const [start, { name, scope }] of reader.uses) yield { name, scope, start };
  for (const [start, name] of reader.names)
    yield { name: `'${name}'`, scope: reader.survey.globals, start };
}
