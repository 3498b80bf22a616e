import { argument, escapeArguments } from './arguments.ts';
import { removeAttribute, removeNode, setAttribute } from './attribute-methods.ts';
import type { Value } from './domain.ts';
import { actAlone, listen } from './event-methods.ts';
import { doubted, sinkAt, type Method } from './host-method.ts';
import { judge } from './judge.ts';
import { readMember, writeMember } from './members.ts';
import { createElement, forEachNode, insertAll, select, selectById } from './node-methods.ts';
import { animate, setProperty } from './style-methods.ts';
import { TEXT_LEVEL } from './text-level.ts';
import { replaced } from './text-methods.ts';
import { BIT, DATA, has, host, join, NEVER, NONE, PRIMITIVE, textOf, UNKNOWN } from './value.ts';

const moveTo: Method = (on, call, name) => {
  const { frame, node } = call;
  if (on.hosts.has('$location') || (frame.world.locationIsLoose && has(on, BIT.UNKNOWN)))
    judge('location', `location.${name}()`, argument(call, 0), on, node, frame);
  // Where the page has no method of this name, only a text has one that gives something back.
  if (name === 'replace' && !call.frame.world.isWritten(name)) return replaced(UNKNOWN, call);
  escapeArguments(call);
  return UNKNOWN;
};

/** `Reflect.get` and `Reflect.set` read and write a member; any other method is a doubt. */
export const fromReflect: Method = (_on, call, name) => {
  const { frame, node } = call;
  const [on = NEVER, key = NEVER, value = NEVER] = call.list;
  if (name === 'set') writeMember(on, key, value, node, frame);
  else if (name === 'get') return readMember(on, key, frame);
  else return doubted(call, `Reflect.${name}`);
  return PRIMITIVE;
};

/** The methods of the browser's objects that do more than return a value. */
export const METHODS: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['setAttribute', setAttribute(0)],
  ['setAttributeNS', setAttribute(1)],
  ...['removeAttribute', 'removeAttributeNS', 'toggleAttribute'].map((n): [string, Method] => [
    n,
    removeAttribute,
  ]),
  ...['removeNamedItem', 'removeNamedItemNS', 'removeAttributeNode'].map((n): [string, Method] => [
    n,
    removeNode,
  ]),
  ...[
    'createContextualFragment',
    'setHTMLUnsafe',
    'setHTML',
    'parseHTMLUnsafe',
    'parseFromString',
  ].map((n): [string, Method] => [n, sinkAt('markup', 0)]),
  ['insertAdjacentHTML', sinkAt('markup', 1)],
  ['insertAdjacentText', sinkAt('content', 1)],
  ...['createTextNode', 'appendData', 'insertData', 'replaceData'].map((n): [string, Method] => [
    n,
    insertAll,
  ]),
  ...['append', 'prepend', 'after', 'before', 'replaceWith', 'replaceChildren'].map(
    (n): [string, Method] => [n, insertAll],
  ),
  ...['insertRule', 'addRule', 'replaceSync'].map((n): [string, Method] => [n, sinkAt('css', 0)]),
  ['createElement', createElement(0)],
  ['createElementNS', createElement(1)],
  ...['querySelector', 'closest'].map((n): [string, Method] => [n, select]),
  ['getElementById', selectById],
  ...['assign', 'replace'].map((n): [string, Method] => [n, moveTo]),
  ['setProperty', setProperty],
  ['animate', animate],
  ...['click', 'submit', 'requestSubmit', 'dispatchEvent'].map((n): [string, Method] => [
    n,
    actAlone,
  ]),
  ['addEventListener', listen],
  ['forEach', forEachNode],
]);

/** What methods of the browser give back, where the page has none of that name itself. */
export const RESULTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['toDataURL', DATA],
  ['getContext', join(host('$context'), NONE)],
  ...[
    'querySelectorAll',
    'getElementsByTagName',
    'getElementsByClassName',
    'getElementsByName',
  ].map((n): [string, Value] => [n, host('$nodes')]),
  ...['toFixed', 'toPrecision'].map((n): [string, Value] => [n, textOf(TEXT_LEVEL.WORD)]),
  ...(
    'indexOf includes startsWith endsWith test charCodeAt getTime getFullYear getMonth getDate getDay getHours ' +
    'getMinutes getSeconds getMilliseconds now hasAttribute contains matches localeCompare has'
  )
    .split(' ')
    .map((n): [string, Value] => [n, PRIMITIVE]),
  ...[
    'toLocaleString',
    'toLocaleTimeString',
    'toLocaleDateString',
    'toISOString',
    'toDateString',
  ].map((n): [string, Value] => [n, textOf(TEXT_LEVEL.ESCAPED)]),
]);
