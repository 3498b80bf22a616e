import type { Value } from './domain.ts';
import type { Call, Frame, Interpreter } from './frame.ts';

/** What an expression may evaluate to; effects of it are recorded in the state. */
export const evaluate = (node: Parameters<Interpreter['evaluate']>[0], frame: Frame): Value =>
  frame.interpreter.evaluate(node, frame);

/** Runs statements in order; what they declare was declared before. */
export const runStatements = (
  statements: Parameters<Interpreter['run']>[0],
  frame: Frame,
): void => {
  frame.interpreter.run(statements, frame);
};

/** A call of a method by its name. */
export const callMethod = (on: Value, name: string, call: Call): Value =>
  call.frame.interpreter.callMethod(on, name, call);
