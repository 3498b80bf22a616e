import { argument, doubtCall, escapeArguments } from './arguments.ts';
import type { Value } from './domain.ts';
import type { Call } from './frame.ts';
import { judge } from './judge.ts';
import { isUnknown, UNKNOWN } from './value.ts';

/** What a method of the browser's objects does with its arguments, and what it returns. */
export type HostMethod = (on: Value, call: Call, name: string) => Value;

/** The value is objects of the browser that match a pattern, and nothing else. */
export const isOnlyMatching = (on: Value, pattern: RegExp): boolean =>
  !isUnknown(on) && on.hosts.size > 0 && [...on.hosts].every((h) => pattern.test(h));

/** A method that cannot be proven to load nothing. */
export function doubtMethod(call: Call, name: string): Value {
  return doubtCall(call, `.${name}()`);
}

/** A method that hands one of its arguments to the page. */
export const sinkAt =
  (kind: 'markup' | 'content' | 'css' | 'location', index: number): HostMethod =>
  (on, call, name) => {
    judge(kind, `.${name}()`, argument(call, index), on, call.node, call.frame);
    escapeArguments(call);
    return UNKNOWN;
  };
