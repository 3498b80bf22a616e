import type { Expression, SpreadElement } from 'acorn';
import type { Value } from './domain.ts';
import type { EvaluatedArguments, EvaluatedCall, Frame } from './frame.ts';
import { elementsOf } from './functions.ts';
import { evaluate } from './interpreter.ts';
import { join, NEVER, UNKNOWN } from './value.ts';

/**
 * The possible values of the argument at `index`. They include all arguments from a spread on, because their positions are
 * unknown.
 */
export function argument(call: EvaluatedArguments, index: number): Value {
  return join(call.list[index] ?? NEVER, call.rest);
}

/**
 * Evaluates the arguments of a call. From the first spread on, positions are unknown, so each value may be at any later
 * position.
 */
export function spreadArguments(
  nodes: readonly (Expression | SpreadElement)[],
  frame: Frame,
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

/** Records that code which is not evaluated can reach every argument of a call. */
export function escapeArguments(call: EvaluatedCall): void {
  for (const value of [...call.list, call.rest]) call.frame.state.escape(value);
}

/**
 * Reports a call as a construct without a proof. Code that is not evaluated may receive its arguments; its result is unknown.
 */
export function doubtCall(call: EvaluatedCall, construct: string): Value {
  call.frame.state.doubt(call.node, call.frame, construct);
  escapeArguments(call);
  return UNKNOWN;
}
