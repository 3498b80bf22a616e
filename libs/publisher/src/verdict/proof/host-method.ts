import { argument, doubtCall, unknownResult } from './arguments.ts';
import type { AbstractValue } from './domain.ts';
import type { CallWithEvaluatedArguments } from './frame.ts';
import { judge } from './judge.ts';

/**
 * A function that evaluates the call of a method of a browser object: it records the effects and returns the possible results.
 */
export type HostMethodEvaluator = (
  on: AbstractValue,
  call: CallWithEvaluatedArguments,
  name: string,
) => AbstractValue;

/** Reports a method call as a construct for which it is not proven that it loads nothing. */
export function doubtMethod(call: CallWithEvaluatedArguments, name: string): AbstractValue {
  return doubtCall(call, `.${name}()`);
}

/**
 * Makes the function that evaluates calls of a method that uses its argument at `index` as markup, text content, CSS or a
 * location.
 */
export const sinkAt =
  (kind: 'markup' | 'content' | 'css' | 'location', index: number): HostMethodEvaluator =>
  (on, call, name) => {
    judge(kind, `.${name}()`, argument(call, index), on, call.node, call.frame);
    return unknownResult(call);
  };
