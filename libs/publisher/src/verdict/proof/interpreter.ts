import type { Value } from './domain.ts';
import type { EvaluatedCall, Frame, Interpreter } from './frame.ts';

/** Evaluates an expression to the set of its possible values and records its effects in the state. */
export const evaluate = (node: Parameters<Interpreter['evaluate']>[0], frame: Frame): Value =>
  frame.interpreter.evaluate(node, frame);

/** Evaluates statements in order. Their declarations were collected before (`ScopeCollector`). */
export const runStatements = (
  statements: Parameters<Interpreter['run']>[0],
  frame: Frame,
): void => {
  frame.interpreter.run(statements, frame);
};

/** Evaluates the call of the method `name` on each object that a value may be. */
export const callMethod = (on: Value, name: string, call: EvaluatedCall): Value =>
  call.frame.interpreter.callMethod(on, name, call);
