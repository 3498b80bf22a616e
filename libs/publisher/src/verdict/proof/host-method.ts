import { argument, doubtCall, escapeArguments } from './arguments.ts';
import type { Value } from './domain.ts';
import type { Call } from './frame.ts';
import { judge } from './judge.ts';
import { isUnknown, UNKNOWN } from './value.ts';

/** Evaluates a method of a browser object: its effect on its arguments, and its result. */
export type HostMethod = (on: Value, call: Call, name: string) => Value;

/** True when the value consists only of browser objects whose names match a pattern. */
export const isOnlyMatching = (on: Value, pattern: RegExp): boolean =>
  !isUnknown(on) && on.hosts.size > 0 && [...on.hosts].every((h) => pattern.test(h));

/** Adds a doubt for a method without a proof that it loads nothing. */
export function doubtMethod(call: Call, name: string): Value {
  return doubtCall(call, `.${name}()`);
}

/** Makes the evaluator of a method one argument of which is a sink. */
export const sinkAt =
  (kind: 'markup' | 'content' | 'css' | 'location', index: number): HostMethod =>
  (on, call, name) => {
    judge(kind, `.${name}()`, argument(call, index), on, call.node, call.frame);
    escapeArguments(call);
    return UNKNOWN;
  };
