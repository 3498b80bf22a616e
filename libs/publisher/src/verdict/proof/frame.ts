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

/** The context in which a node is evaluated: its scope, function and script. */
export interface Frame {
  readonly state: ProofState;
  readonly interpreter: Interpreter;
  readonly script: ScriptUnit;
  readonly scope: Scope;
  readonly fn: FunctionFacts | null;
}

/**
 * The recursive functions of the evaluation. Evaluators call each other through this interface, so that their files do not
 * import each other in a circle.
 */
export interface Interpreter {
  evaluate(node: Expression | Super | AnyNode | null | undefined, frame: Frame): Value;
  run(statements: readonly (Statement | ModuleDeclaration)[], frame: Frame): void;
  /** Evaluates the call of the method `name` on a value. */
  callMethod(on: Value, name: string, call: EvaluatedCall): Value;
}

/** True when the code of this frame may run without an action of the visitor. */
export const runsWithoutUser = ({ fn, script, state }: Frame): boolean =>
  state.clicksByCode || (fn === null ? script.kind !== 'user-handler' : fn.runsWithoutUser);

/** The evaluated arguments of a call; `rest` is the value of all arguments after a spread. */
export interface EvaluatedArguments {
  readonly list: readonly Value[];
  readonly rest: Value;
  readonly nodes: readonly (Expression | SpreadElement)[];
}

/** A call with its evaluated arguments, its syntax node and its context. */
export interface EvaluatedCall extends EvaluatedArguments {
  readonly node: AnyNode;
  readonly frame: Frame;
}
