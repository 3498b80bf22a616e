import type { Value } from './domain.ts';
import type { Call, Frame, Interpreter } from './frame.ts';

/** Evaluates an expression to the set of its possible values and records its effects in the state. */
export const evaluate = (node: Parameters<Interpreter['evaluate']>[0], frame: Frame): Value =>
  frame.interpreter.evaluate(node, frame);

/** Evaluates statements in order; their declarations were collected before. */
export const runStatements = (
  statements: Parameters<Interpreter['run']>[0],
  frame: Frame,
): void => {
  frame.interpreter.run(statements, frame);
};

/** Evaluates the call of a method by its name. */
export const callMethod = (on: Value, name: string, call: Call): Value =>
  call.frame.interpreter.callMethod(on, name, call);
