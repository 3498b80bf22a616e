import { argument, doubtCall, unknownResult } from './arguments.ts';
import type { AbstractValue } from './domain.ts';
import type { EvaluatedCall } from './frame.ts';
import { judge } from './judge.ts';
import { isUnknown } from './value.ts';

/** A function that evaluates the call of a method of a browser object: it records the effects and returns the result. */
export type HostMethodEvaluator = (
  on: AbstractValue,
  call: EvaluatedCall,
  name: string,
) => AbstractValue;

/** True when the value can only be browser objects whose names in `Value.hosts` match a pattern. */
export const isOnlyMatching = (on: AbstractValue, pattern: RegExp): boolean =>
  !isUnknown(on) && on.hosts.size > 0 && [...on.hosts].every((h) => pattern.test(h));

/** Reports a method call as a construct for which it is not proven that it loads nothing. */
export function doubtMethod(call: EvaluatedCall, name: string): AbstractValue {
  return doubtCall(call, `.${name}()`);
}

/** Makes the evaluator for a method that passes its argument at `index` to a sink of this kind. */
export const sinkAt =
  (kind: 'markup' | 'content' | 'css' | 'location', index: number): HostMethodEvaluator =>
  (on, call, name) => {
    judge(kind, `.${name}()`, argument(call, index), on, call.node, call.frame);
    return unknownResult(call);
  };
