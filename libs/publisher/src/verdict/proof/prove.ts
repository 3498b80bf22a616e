import { parse, type AnyNode, type Program } from 'acorn';
import { BudgetExceededError, type AnalysisBudget, type SourcePosition } from '../model/index.ts';
import { callValueMethod } from './calls.ts';
import type { AllocationSite } from './domain.ts';
import { evaluateExpression } from './expressions.ts';
import type { EvaluationFrame, ScriptInterpreter } from './frame.ts';
import { judge } from './judge.ts';
import type { PageMarkupSummary } from './page-facts.ts';
import { bindPattern } from './patterns.ts';
import { ScopeCollector } from './scope-collector.ts';
import { makeScope } from './scope.ts';
import type { ScriptOrHandlerProgram } from './script-unit.ts';
import { runStatementList } from './statements.ts';
import { NEVER, NONE } from './value.ts';
import { ScriptEvaluationState } from './proof-state.ts';

/** The source text of one program of the page: a script, a handler attribute (`onclick`) or a `javascript:` address. */
export interface ProgramText {
  readonly code: string;
  /** `frame`: a `javascript:` address whose result becomes the document of a frame. `inner`: a program of a nested document. */
  readonly kind: ScriptOrHandlerProgram['kind'] | 'frame' | 'inner';
  readonly place: (offset: number) => SourcePosition;
}

/** A construct in a script for which it is not proven that it loads nothing, with its position in the page. */
export interface PossibleResourceLoadInPage {
  readonly construct: string;
  readonly place: SourcePosition | undefined;
  readonly url: string | undefined;
}

/** Maximum characters of all programs of a page. Syntax trees of longer programs exceed the thread's memory. */
export const PROOF_CHARS_MAX = 1_000_000;
/** Maximum number of syntax nodes of all programs of a page together. With more, nothing is proven. */
const NODES_MAX = 200_000;
/** With more syntax nodes, unproven constructs are reported in every round, and the first one ends the analysis. */
const NODES_SMALL = 20_000;
/** Maximum number of evaluation steps (evaluated nodes, members read) for one page. Beyond it, nothing is proven. */
const EVALUATIONS_MAX = 1_500_000;
/** Maximum number of evaluation rounds for a page. When the values still grow after them, nothing is proven. */
const ROUNDS_MAX = 60;

/** Errors after which nothing is proven: too much work, too deep a nesting, or an invalid program. */
const UNPROVEN_ERRORS = [BudgetExceededError, RangeError, SyntaxError];
/** The recursive functions through which the evaluators call each other. */
const INTERPRETER: ScriptInterpreter = {
  evaluate: evaluateExpression,
  run: runStatementList,
  callMethod: callValueMethod,
};

/** The syntax tree of a program of the page and the context in which it is evaluated. */
interface ParsedProgram {
  readonly program: Program;
  readonly frame: EvaluationFrame;
  readonly isFrame: boolean;
}

/**
 * Tries to prove that the programs of a page load nothing. Returns the constructs without a proof. An empty list means: every
 * value that is used where it may load something is proven harmless. No page makes it throw.
 */
export function proveScripts(
  texts: readonly ProgramText[],
  page: PageMarkupSummary,
  budget: AnalysisBudget,
): readonly PossibleResourceLoadInPage[] {
  const unproven = (text: ProgramText | undefined): readonly PossibleResourceLoadInPage[] => [
    { construct: 'script', place: text?.place(0), url: undefined },
  ];
  if (texts.length === 0) return [];
  // Programs of a nested document and its parent can access each other's values. This is not analysed: nothing is proven.
  const inner = texts.find(({ kind }) => kind === 'inner');
  if (inner !== undefined) return unproven(inner);
  if (texts.reduce((sum, { code }) => sum + code.length, 0) > PROOF_CHARS_MAX)
    return unproven(texts[0]);
  let left = EVALUATIONS_MAX;
  const state = new ScriptEvaluationState(page, (steps) => {
    left -= steps;
    if (left < 0) throw new BudgetExceededError('steps');
    if (left % 1024 < steps) budget.spend(1024);
  });
  try {
    const { parsed, nodes } = parseAll(texts, state, budget);
    state.isJudging = nodes > NODES_SMALL || state.doubts.length > 0;
    if (!evaluateToFixpoint(parsed, state)) return unproven(texts[0]);
    state.isJudging = true;
    if (state.doubts.length === 0) evaluateAll(parsed, state);
  } catch (error) {
    if (UNPROVEN_ERRORS.some((kind) => error instanceof kind)) return unproven(texts[0]);
    throw error;
  }
  return state.doubts.map(({ script, offset, construct, url }) => ({
    construct,
    place: script.place(offset),
    url,
  }));
}

function parseAll(
  texts: readonly ProgramText[],
  state: ScriptEvaluationState,
  budget: AnalysisBudget,
): { readonly parsed: readonly ParsedProgram[]; readonly nodes: number } {
  let nodes = 0;
  const spend = (steps: number): void => {
    nodes += steps;
    if (nodes > NODES_MAX) throw new BudgetExceededError('steps');
    budget.spend(steps);
  };
  const parsed = texts.map(({ code, kind, place }, index): ParsedProgram => {
    const program = parse(code, {
      ecmaVersion: 'latest',
      sourceType: kind === 'module' ? 'module' : 'script',
      allowReturnOutsideFunction: kind === 'handler' || kind === 'user-handler',
      allowHashBang: true,
    });
    const isOwn = kind !== 'classic' && kind !== 'frame';
    const scope = isOwn ? makeScope(state.globals, true) : state.globals;
    const collector = new ScopeCollector(index, spend);
    collector.collect(program, scope);
    for (const name of collector.memberNames) state.writtenNames.add(name);
    const script: ScriptOrHandlerProgram = {
      index,
      kind: kind === 'frame' || kind === 'inner' ? 'classic' : kind,
      scopes: collector.scopes,
      place,
    };
    const frame: EvaluationFrame = { state, interpreter: INTERPRETER, script, scope, fn: null };
    if (collector.unresolvable !== null) {
      state.isJudging = true;
      state.doubt(collector.unresolvable, frame, 'with');
      state.isJudging = false;
    }
    return { program, frame, isFrame: kind === 'frame' };
  });
  return { parsed, nodes };
}

/** Evaluates all programs again until their possible values stop growing; false when `ROUNDS_MAX` is reached before. */
function evaluateToFixpoint(
  parsed: readonly ParsedProgram[],
  state: ScriptEvaluationState,
): boolean {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    state.hasChanged = false;
    evaluateAll(parsed, state);
    state.spreadEscapes();
    if (!state.hasChanged || state.doubts.length > 0) return true;
  }
  return false;
}

function evaluateAll(parsed: readonly ParsedProgram[], state: ScriptEvaluationState): void {
  for (const { program, frame, isFrame } of parsed) {
    runStatementList(program.body, frame);
    if (isFrame) showResult(program, frame);
  }
  // The loop also reaches the functions that are added while it runs.
  for (const { site, script } of state.functions) runFunction(site, script, state);
}

/** Checks the result of a `javascript:` address of a frame as markup, because it becomes the document of the frame. */
function showResult(program: Program, frame: EvaluationFrame): void {
  const last = program.body.at(-1);
  if (last?.type === 'ExpressionStatement' && program.body.length === 1)
    judge('markup', 'javascript:', evaluateExpression(last.expression, frame), NEVER, last, frame);
  else if (last !== undefined) frame.state.doubt(last, frame, 'javascript:');
}

function runFunction(
  site: AllocationSite,
  script: ScriptOrHandlerProgram,
  state: ScriptEvaluationState,
): void {
  const { fn } = site;
  if (fn?.node === null || fn === null || !fn.isCalled) return;
  const { node } = fn;
  const frame: EvaluationFrame = { state, interpreter: INTERPRETER, script, scope: fn.scope, fn };
  if (fn.instance !== null)
    state.put(fn.self, {
      ...NEVER,
      sites: new Set([fn.instance]),
      hosts: new Set(fn.instance.isHost ? ['*'] : []),
    });
  bindPattern(node.params, fn.params, fn.args.value, frame);
  const body: EvaluationFrame = {
    ...frame,
    scope: script.scopes.bodies.get(node as AnyNode) ?? fn.scope,
  };
  if (node.body.type === 'BlockStatement') {
    runStatementList([node.body], body);
    if (!endsInReturn(node.body.body.at(-1))) state.put(fn.returns, NONE);
  } else state.put(fn.returns, evaluateExpression(node.body, body));
  if (fn.isLater) state.escape(fn.returns.value);
}

const endsInReturn = (node: AnyNode | undefined): boolean =>
  node?.type === 'ReturnStatement' || node?.type === 'ThrowStatement';
