import { argument, doubtCall, escapeArguments } from './arguments.ts';
import type { Value } from './domain.ts';
import type { EvaluatedCall } from './frame.ts';
import { judge } from './judge.ts';
import { isUnknown, UNKNOWN } from './value.ts';

/** A function that evaluates a method of a browser object: it records the effects and returns the result of the call. */
export type HostMethod = (on: Value, call: EvaluatedCall, name: string) => Value;

/** True when the value can only be browser objects whose names match a pattern. */
export const isOnlyMatching = (on: Value, pattern: RegExp): boolean =>
  !isUnknown(on) && on.hosts.size > 0 && [...on.hosts].every((h) => pattern.test(h));

/** Reports a method call as a construct without a proof that it loads nothing. */
export function doubtMethod(call: EvaluatedCall, name: string): Value {
  return doubtCall(call, `.${name}()`);
}

/** Makes the evaluator of a method that passes the argument at `index` to a sink. */
export const sinkAt =
  (kind: 'markup' | 'content' | 'css' | 'location', index: number): HostMethod =>
  (on, call, name) => {
    judge(kind, `.${name}()`, argument(call, index), on, call.node, call.frame);
    escapeArguments(call);
    return UNKNOWN;
  };
