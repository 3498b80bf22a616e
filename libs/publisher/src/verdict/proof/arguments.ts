import type { Expression, SpreadElement } from 'acorn';
import type { AbstractValue } from './domain.ts';
import type { EvaluatedArguments, CallWithEvaluatedArguments, EvaluationFrame } from './frame.ts';
import { elementsOf } from './functions.ts';
import { evaluate } from './interpreter.ts';
import { join, NEVER, UNKNOWN } from './value.ts';

/**
 * Returns the possible values of the argument at `index`. They include the values of all arguments from the first spread on,
 * because the positions of these are unknown.
 */
export function argument(call: EvaluatedArguments, index: number): AbstractValue {
  return join(call.list[index] ?? NEVER, call.rest);
}

/**
 * Returns the possible values of the arguments of a call. From the first spread on, positions are unknown, so each value may be
 * at any later position.
 */
export function spreadArguments(
  nodes: readonly (Expression | SpreadElement)[],
  frame: EvaluationFrame,
): EvaluatedArguments {
  const at = nodes.findIndex(({ type }) => type === 'SpreadElement');
  const values = nodes.map((node) =>
    node.type === 'SpreadElement'
      ? elementsOf(evaluate(node.argument, frame), frame)
      : evaluate(node, frame),
  );
  if (at < 0) return { list: values, rest: NEVER, nodes };
  return { list: values.slice(0, at), rest: values.slice(at).reduce(join, NEVER), nodes };
}

/** Records that code which the analysis does not evaluate may receive every argument of a call. */
export function escapeArguments(call: CallWithEvaluatedArguments): void {
  for (const value of [...call.list, call.rest]) call.frame.state.escape(value);
}

/** Returns the result of a call of code that the analysis does not evaluate: any value. This code may receive the arguments. */
export function unknownResult(call: CallWithEvaluatedArguments): AbstractValue {
  escapeArguments(call);
  return UNKNOWN;
}

/**
 * Reports `construct` as the reason why the call cannot be proven to send no request. Code that the analysis does not evaluate
 * may receive the arguments; the result is unknown.
 */
export function doubtCall(call: CallWithEvaluatedArguments, construct: string): AbstractValue {
  call.frame.state.doubt(call.node, call.frame, construct);
  return unknownResult(call);
}
