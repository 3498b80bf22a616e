import type { AbstractValue } from './domain.ts';
import type { CallWithEvaluatedArguments, EvaluationFrame, ScriptInterpreter } from './frame.ts';

/** Returns the set of the possible values of an expression, and records its effects in the state of the analysis. */
export const evaluate = (
  node: Parameters<ScriptInterpreter['evaluate']>[0],
  frame: EvaluationFrame,
): AbstractValue => frame.interpreter.evaluate(node, frame);

/** Evaluates statements of the page's code in order. Their declarations were collected before (`ScopeCollector`). */
export const runStatements = (
  statements: Parameters<ScriptInterpreter['run']>[0],
  frame: EvaluationFrame,
): void => {
  frame.interpreter.run(statements, frame);
};

/** Returns the possible results of the method `name`, called on each object that a value may be. */
export const callMethod = (
  on: AbstractValue,
  name: string,
  call: CallWithEvaluatedArguments,
): AbstractValue => call.frame.interpreter.callMethod(on, name, call);
