import type {
  AnyNode,
  Expression,
  ModuleDeclaration,
  SpreadElement,
  Statement,
  Super,
} from 'acorn';
import type { FunctionFacts, Scope, Value } from './domain.ts';
import type { ScriptUnit } from './script-unit.ts';
import type { ProofState } from './proof-state.ts';

/** The context in which a node is evaluated: the analysis state, and the script, scope and function that contain the node. */
export interface Frame {
  readonly state: ProofState;
  readonly interpreter: Interpreter;
  readonly script: ScriptUnit;
  readonly scope: Scope;
  readonly fn: FunctionFacts | null;
}

/**
 * The recursive functions of the evaluation. The files of the evaluators call each other through this interface, because direct
 * imports would be circular.
 */
export interface Interpreter {
  evaluate(node: Expression | Super | AnyNode | null | undefined, frame: Frame): Value;
  run(statements: readonly (Statement | ModuleDeclaration)[], frame: Frame): void;
  /** Evaluates the call of the method `name` on each object that a value may be. */
  callMethod(on: Value, name: string, call: EvaluatedCall): Value;
}

/** True when the code of this frame may run without an action of the visitor. */
export const runsWithoutUser = ({ fn, script, state }: Frame): boolean =>
  state.clicksByCode || (fn === null ? script.kind !== 'user-handler' : fn.runsWithoutUser);

/** The evaluated arguments of a call. `list`: those before the first spread; `rest`: the values of all later ones. */
export interface EvaluatedArguments {
  readonly list: readonly Value[];
  readonly rest: Value;
  readonly nodes: readonly (Expression | SpreadElement)[];
}

/** A call with its evaluated arguments, its syntax node and the frame in which it is evaluated. */
export interface EvaluatedCall extends EvaluatedArguments {
  readonly node: AnyNode;
  readonly frame: Frame;
}
