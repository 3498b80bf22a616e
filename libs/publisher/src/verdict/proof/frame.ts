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

/** The context of an evaluation: scope, function and script. */
export interface Frame {
  readonly state: ProofState;
  readonly interpreter: Interpreter;
  readonly script: ScriptUnit;
  readonly scope: Scope;
  readonly fn: FunctionFacts | null;
}

/**
 * The recursive part of the evaluation. The evaluators of one construct call those of the constructs in it through
 * this interface, so that their files do not import each other in a circle.
 */
export interface Interpreter {
  evaluate(node: Expression | Super | AnyNode | null | undefined, frame: Frame): Value;
  run(statements: readonly (Statement | ModuleDeclaration)[], frame: Frame): void;
  /** Calls a method of a value by its name. */
  callMethod(on: Value, name: string, call: Call): Value;
}

/** True when the code of a frame runs without an action of a visitor. */
export const runsWithoutUser = ({ fn, script, state }: Frame): boolean =>
  state.clicksByCode || (fn === null ? script.kind !== 'user-handler' : fn.runsWithoutUser);

/** The arguments of a call; `rest` is the value of all arguments after a spread. */
export interface Arguments {
  readonly list: readonly Value[];
  readonly rest: Value;
  readonly nodes: readonly (Expression | SpreadElement)[];
}

/** One call, in the form that the methods of the browser receive. */
export interface Call extends Arguments {
  readonly node: AnyNode;
  readonly frame: Frame;
}
