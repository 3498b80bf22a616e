import { nameSet } from '../model/index.ts';
import { argument, escapeArguments, unknownResult } from './arguments.ts';
import type { AbstractValue } from './domain.ts';
import type { CallWithEvaluatedArguments } from './frame.ts';
import { arrayOf, callFunction } from './functions.ts';
import { judge } from './judge.ts';
import { stringOf } from './strings.ts';
import { TEXT_LEVEL } from './text-level.ts';
import {
  BIT,
  has,
  hasText,
  host,
  joinAll,
  NEVER,
  NONE,
  PRIMITIVE,
  siteValue,
  text,
  TEXT,
  textOf,
  UNKNOWN,
} from './value.ts';

/** Matches the names of browser classes whose instances are DOM nodes or give access to DOM nodes. */
const NODE_CLASSES =
  /^(?:DOMParser|Document|DocumentFragment|Range|Text|Selection|\w*Element|Node|EventTarget)$/;
const NUMBER_FUNCTIONS = nameSet('parseInt parseFloat isNaN isFinite Number Boolean BigInt');

/** Returns the possible results of a global function of the browser, such as `parseInt`. */
export function callGlobal(name: string, call: CallWithEvaluatedArguments): AbstractValue {
  const { frame, list } = call;
  const first = argument(call, 0);
  if (name === 'String') return list.length === 0 ? text('') : stringOf(first, frame);
  if (name === 'Date') return TEXT;
  if (NUMBER_FUNCTIONS.has(name)) return PRIMITIVE;
  if (name === 'encodeURIComponent' || name === 'encodeURI' || name === 'escape' || name === 'btoa')
    return textOf(TEXT_LEVEL.ESCAPED);
  if (name === 'Array') return constructGlobal('Array', call);
  if (name === 'Object') return first;
  if (name === 'resolve') {
    escapeArguments(call);
    return NONE;
  }
  if (name === 'setTimeout' || name === 'setInterval') return setTimer(call);
  if (name === 'open') return openWindow(call);
  if (name === 'confirm' || name === 'requestAnimationFrame' || name === 'queueMicrotask') {
    escapeArguments(call);
    return PRIMITIVE;
  }
  return unknownResult(call);
}

/** Evaluates a call of `setTimeout` or `setInterval`. They run a string argument as a program, so such a call is reported. */
export function setTimer(call: CallWithEvaluatedArguments): AbstractValue {
  const first = argument(call, 0);
  const isText = hasText(first) || has(first, BIT.UNKNOWN | BIT.LOADER | BIT.DATA | BIT.INNER);
  const isForeign = [...first.hosts].some((h) => h.startsWith('@') && h !== '@resolve');
  const isObject = [...first.sites].some(({ kind }) => kind !== 'function');
  if (isText || isForeign || isObject)
    call.frame.state.doubt(call.node, call.frame, 'setTimeout()');
  escapeArguments(call);
  return PRIMITIVE;
}

/** Evaluates a call of `window.open`, which loads the address that it receives. */
export function openWindow(call: CallWithEvaluatedArguments): AbstractValue {
  if (call.list.length === 0 && call.nodes.length === 0) return UNKNOWN;
  judge('location', 'window.open()', argument(call, 0), NEVER, call.node, call.frame);
  return unknownResult(call);
}

/** Returns the objects that `new` of a browser class, such as `Image`, may create. */
export function constructGlobal(name: string, call: CallWithEvaluatedArguments): AbstractValue {
  const { frame, node, list, rest } = call;
  switch (name) {
    case 'Image':
      return host('img');
    case 'Option':
      return host('option');
    case 'Audio':
      if (call.nodes.length > 0)
        judge('address', 'new Audio()', argument(call, 0), host('audio'), node, frame);
      return host('audio');
    case 'Array':
      return arrayOf(
        frame.state.sites.at(node, 'array', 'new'),
        list.length === 1 ? NEVER : joinAll([...list, rest]),
        frame,
      );
    case 'Object':
      return siteValue(frame.state.sites.at(node, 'object', 'new'));
    case 'Promise': {
      const settle = host('@resolve');
      for (const site of argument(call, 0).sites) callFunction(site, NONE, [settle, settle], frame);
      return UNKNOWN;
    }
    case 'Text':
      judge('content', 'new Text()', argument(call, 0), host('*'), node, frame);
      return host('#text');
    case 'String':
      return stringOf(argument(call, 0), frame);
    default:
      escapeArguments(call);
      return NODE_CLASSES.test(name) ? host('*') : host('$bag');
  }
}
