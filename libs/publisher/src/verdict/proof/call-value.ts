import { unknownResult } from './arguments.ts';
import type { AbstractValue } from './domain.ts';
import type { CallWithEvaluatedArguments } from './frame.ts';
import { callFunction } from './functions.ts';
import { callGlobal } from './globals.ts';
import { BIT, has, isUnknown, joinAll } from './value.ts';

/** Returns the possible results of calling a value, for each function that the value may be, and records the effects. */
export function callValue(
  value: AbstractValue,
  self: AbstractValue,
  call: CallWithEvaluatedArguments,
): AbstractValue {
  const { frame, node, list, rest } = call;
  const results = [...value.sites].map((site) => callFunction(site, self, list, frame, rest));
  if (has(value, BIT.LOADER) || (has(value, BIT.UNKNOWN) && frame.state.isLoaderExposed))
    frame.state.doubt(node, frame, '…()');
  if (isUnknown(value)) results.push(unknownResult(call));
  for (const name of value.hosts) {
    if (name.startsWith('@')) results.push(callGlobal(name.slice(1), call));
    // DOM nodes and node lists are not functions. Calling them throws, so there is no result.
    else if (name.startsWith('$bag')) results.push(unknownResult(call));
  }
  return joinAll(results);
}
