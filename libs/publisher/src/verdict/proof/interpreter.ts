import type { AbstractValue } from './domain.ts';
import type { EvaluatedCall, EvaluationFrame, ScriptInterpreter } from './frame.ts';

/** Evaluates an expression to the set of its possible values and records its effects in the state. */
export const evaluate = (
  node: Parameters<ScriptInterpreter['evaluate']>[0],
  frame: EvaluationFrame,
): AbstractValue => frame.interpreter.evaluate(node, frame);

/** Evaluates statements in order. Their declarations were collected before (`ScopeCollector`). */
export const runStatements = (
  statements: Parameters<ScriptInterpreter['run']>[0],
  frame: EvaluationFrame,
): void => {
  frame.interpreter.run(statements, frame);
};

/** Evaluates the call of the method `name` on each object that a value may be. */
export const callMethod = (on: AbstractValue, name: string, call: EvaluatedCall): AbstractValue =>
  call.frame.interpreter.callMethod(on, name, call);
