import type {
  AnyNode,
  Expression,
  ModuleDeclaration,
  SpreadElement,
  Statement,
  Super,
} from 'acorn';
import type { FunctionSummary, LexicalScope, AbstractValue } from './domain.ts';
import type { ScriptOrHandlerProgram } from './script-unit.ts';
import type { ScriptEvaluationState } from './proof-state.ts';

/**
 * The context in which a syntax node is evaluated: the state of the analysis, and the script, scope and function that contain
 * the node.
 */
export interface EvaluationFrame {
  readonly state: ScriptEvaluationState;
  readonly interpreter: ScriptInterpreter;
  readonly script: ScriptOrHandlerProgram;
  readonly scope: LexicalScope;
  readonly fn: FunctionSummary | null;
}

/**
 * The recursive functions that evaluate the page's code. The files of the evaluators call each other through this interface,
 * because direct imports would be circular.
 */
export interface ScriptInterpreter {
  evaluate(
    node: Expression | Super | AnyNode | null | undefined,
    frame: EvaluationFrame,
  ): AbstractValue;
  run(statements: readonly (Statement | ModuleDeclaration)[], frame: EvaluationFrame): void;
  /** Returns the possible results of the method `name`, called on each object that a value may be. */
  callMethod(on: AbstractValue, name: string, call: CallWithEvaluatedArguments): AbstractValue;
}

/** True when the code that is evaluated in this context may run without an action of the visitor. */
export const runsWithoutUser = ({ fn, script, state }: EvaluationFrame): boolean =>
  state.clicksByCode || (fn === null ? script.kind !== 'user-handler' : fn.runsWithoutUser);

/**
 * The possible values of the arguments of a call. `list`: those before the first spread; `rest`: the values of all later ones.
 */
export interface EvaluatedArguments {
  readonly list: readonly AbstractValue[];
  readonly rest: AbstractValue;
  readonly nodes: readonly (Expression | SpreadElement)[];
}

/** A call in the page's code with its evaluated arguments, its syntax node and the context in which it is evaluated. */
export interface CallWithEvaluatedArguments extends EvaluatedArguments {
  readonly node: AnyNode;
  readonly frame: EvaluationFrame;
}
