import type { Expression, SpreadElement } from 'acorn';
import type { Value } from './domain.ts';
import type { Arguments, Call, Frame } from './frame.ts';
import { elementsOf } from './functions.ts';
import { evaluate } from './interpreter.ts';
import { join, NEVER, UNKNOWN } from './value.ts';

/** The value of one argument, including values after a spread. */
export function argument(call: Arguments, index: number): Value {
  return join(call.list[index] ?? NEVER, call.rest);
}

/** Evaluates arguments. After a spread their positions are unknown, so each may be at any position. */
export function spreadArguments(
  nodes: readonly (Expression | SpreadElement)[],
  frame: Frame,
): Arguments {
  const at = nodes.findIndex(({ type }) => type === 'SpreadElement');
  const values = nodes.map((node) =>
    node.type === 'SpreadElement'
      ? elementsOf(evaluate(node.argument, frame), frame)
      : evaluate(node, frame),
  );
  if (at < 0) return { list: values, rest: NEVER, nodes };
  return { list: values.slice(0, at), rest: values.slice(at).reduce(join, NEVER), nodes };
}

/** Records that every argument reaches code that is not evaluated. */
export function escapeArguments(call: Call): void {
  for (const value of [...call.list, call.rest]) call.frame.state.escape(value);
}

/** Adds a doubt for a call: its arguments escape and its result is unknown. */
export function doubtCall(call: Call, construct: string): Value {
  call.frame.state.doubt(call.node, call.frame, construct);
  escapeArguments(call);
  return UNKNOWN;
}
