import { argument, doubtCall } from './arguments.ts';
import type { AbstractValue } from './domain.ts';
import type { CallWithEvaluatedArguments } from './frame.ts';
import { arrayOf, callFunction, elementsOf } from './functions.ts';
import { parsedJson } from './json.ts';
import { objectStatic } from './object-methods.ts';
import { INNER, isForeign, join, joinAll, NEVER, NONE, PRIMITIVE, TEXT, UNKNOWN } from './value.ts';

/**
 * Returns the possible results of a static method of a browser global, such as `Object.keys` or `JSON.parse`. Returns null when
 * there is no rule for the method.
 */
export function callStatic(
  owner: string,
  name: string,
  call: CallWithEvaluatedArguments,
): AbstractValue | null {
  // `String.call` and the like are methods that every function has, and no static methods.
  if (/^(?:call|apply|bind)$/.test(name)) return null;
  const first = argument(call, 0);
  const { frame, node } = call;
  const { state } = frame;
  switch (owner) {
    case 'Math':
    case 'Number':
    case 'Date':
      return PRIMITIVE;
    case 'JSON':
      return name === 'parse' && call.list.length < 2
        ? parsedJson(first, call)
        : name === 'stringify'
          ? TEXT
          : null;
    case 'Object':
      return objectStatic(name, call);
    case 'String':
      return TEXT;
    case 'Array': {
      if (name === 'isArray') return PRIMITIVE;
      if (name === 'of')
        return arrayOf(
          state.sites.at(node, 'array', 'of'),
          joinAll([...call.list, call.rest]),
          frame,
        );
      if (name !== 'from') return null;
      const elements = join(elementsOf(first, frame), first.sites.size > 0 ? NONE : NEVER);
      const fn = call.list[1];
      if (fn === undefined)
        return arrayOf(state.sites.at(node, 'array', 'from'), elementsOf(first, frame), frame);
      if (isForeign(fn)) return null;
      const mapped = joinAll(
        [...fn.sites].map((site) => callFunction(site, NONE, [elements, PRIMITIVE], frame)),
      );
      return arrayOf(state.sites.at(node, 'array', 'from'), mapped, frame);
    }
    case 'URL':
      if (name === 'createObjectURL') return state.isWritten(name) ? UNKNOWN : INNER;
      return null;
    case 'CSS':
      return name === 'escape' || name === 'supports' ? TEXT : doubtCall(call, `CSS.${name}()`);
    default:
      return null;
  }
}
