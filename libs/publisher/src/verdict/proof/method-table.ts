import { nameEntries } from '../model/index.ts';
import { argument, unknownResult } from './arguments.ts';
import { removeAttribute, removeNode, setAttribute } from './attribute-methods.ts';
import type { AbstractValue } from './domain.ts';
import { actAlone, listen } from './event-methods.ts';
import { doubtMethod, sinkAt, type HostMethodEvaluator } from './host-method.ts';
import { judge } from './judge.ts';
import { readMember, writeMember } from './members.ts';
import {
  createElement,
  createText,
  forEachNode,
  insertAll,
  insertNode,
  select,
  selectById,
  surround,
} from './node-methods.ts';
import { animate, setProperty } from './style-methods.ts';
import { TEXT_LEVEL } from './text-level.ts';
import { replaced } from './text-methods.ts';
import { BIT, DATA, has, host, join, NEVER, NONE, PRIMITIVE, textOf, UNKNOWN } from './value.ts';

const moveTo: HostMethodEvaluator = (on, call, name) => {
  const { frame, node } = call;
  if (on.hosts.has('$location') || (frame.state.isLocationExposed && has(on, BIT.UNKNOWN)))
    judge('location', `location.${name}()`, argument(call, 0), on, node, frame);
  // The page's code defines no method `replace`, so the call is `String.prototype.replace`, or `location.replace`, which
  // returns nothing.
  if (name === 'replace' && !call.frame.state.isWritten(name)) return replaced(UNKNOWN, call);
  return unknownResult(call);
};

/**
 * Evaluates calls of `Reflect.get` and `Reflect.set`. Reports a call with a receiver (an own `this` for the accessor), and
 * calls of other methods of `Reflect`.
 */
export const fromReflect: HostMethodEvaluator = (_on, call, name) => {
  const { frame, node } = call;
  const [on = NEVER, key = NEVER, value = NEVER] = call.list;
  const { length } = call.nodes;
  if (name === 'get' && length === 2) return readMember(on, key, frame);
  if (name !== 'set' || length !== 3) return doubtMethod(call, `Reflect.${name}`);
  writeMember(on, key, value, node, frame);
  return PRIMITIVE;
};

/** The functions that evaluate methods of browser objects whose call has an effect or whose result depends on the arguments. */
export const HOST_METHODS: ReadonlyMap<string, HostMethodEvaluator> = new Map<
  string,
  HostMethodEvaluator
>([
  ['setAttribute', setAttribute(0)],
  ['setAttributeNS', setAttribute(1)],
  ...nameEntries('removeAttribute removeAttributeNS toggleAttribute', removeAttribute),
  ...nameEntries('removeNamedItem removeNamedItemNS removeAttributeNode', removeNode),
  ...nameEntries(
    'createContextualFragment setHTMLUnsafe setHTML parseHTMLUnsafe parseFromString',
    sinkAt('markup', 0),
  ),
  ['insertAdjacentHTML', sinkAt('markup', 1)],
  ['insertAdjacentText', sinkAt('content', 1)],
  ['createTextNode', createText],
  ...nameEntries('appendData insertData replaceData', insertAll),
  ...nameEntries('append prepend after before replaceWith replaceChildren', insertAll),
  ...nameEntries('appendChild insertBefore replaceChild moveBefore insertNode', insertNode),
  ['surroundContents', surround],
  ...nameEntries('insertRule addRule appendRule replaceSync', sinkAt('css', 0)),
  ['createElement', createElement(0)],
  ['createElementNS', createElement(1)],
  ...nameEntries('querySelector closest', select),
  ['getElementById', selectById],
  ...nameEntries('assign replace', moveTo),
  ['setProperty', setProperty],
  ...nameEntries('animate setKeyframes', animate),
  ...nameEntries('click submit requestSubmit dispatchEvent', actAlone),
  ['addEventListener', listen],
  ['forEach', forEachNode],
]);

/** Results of methods of browser objects by name, valid when the page defines no method of that name. */
export const HOST_RESULTS: ReadonlyMap<string, AbstractValue> = new Map<string, AbstractValue>([
  ['toDataURL', DATA],
  ['getContext', join(host('$context'), NONE)],
  ...nameEntries(
    'querySelectorAll getElementsByTagName getElementsByClassName getElementsByName',
    host('$nodes'),
  ),
  ...nameEntries('toFixed toPrecision', textOf(TEXT_LEVEL.WORD)),
  ...nameEntries(
    `
    indexOf includes startsWith endsWith test charCodeAt getTime getFullYear getMonth getDate
    getDay getHours getMinutes getSeconds getMilliseconds now hasAttribute contains matches
    localeCompare has
  `,
    PRIMITIVE,
  ),
  ...nameEntries(
    'toLocaleString toLocaleTimeString toLocaleDateString toISOString toDateString',
    textOf(TEXT_LEVEL.ESCAPED),
  ),
]);
