import type { Expression, SpreadElement } from 'acorn';
import type { Value } from './domain.ts';
import type { Arguments, Call, Frame } from './frame.ts';
import { elementsOf } from './functions.ts';
import { evaluate } from './interpreter.ts';
import { join, NEVER, UNKNOWN } from './value.ts';

/** The value of one argument, whether given or behind a spread. */
export function argument(call: Arguments, index: number): Value {
  return join(call.list[index] ?? NEVER, call.rest);
}

/** Reads arguments; behind a spread their number is not known, so all of them may be anywhere. */
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

/** Hands every argument to code that is not followed. */
export function escapeArguments(call: Call): void {
  for (const value of [...call.list, call.rest]) call.frame.state.escape(value);
}

/** A call that cannot be proven to load nothing: its arguments escape and its result is not known. */
export function doubtCall(call: Call, construct: string): Value {
  call.frame.state.doubt(call.node, call.frame, construct);
  escapeArguments(call);
  return UNKNOWN;
}
