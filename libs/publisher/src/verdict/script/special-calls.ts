import { SCRIPT_REFERENCES, type ScriptReference } from '../model/index.ts';
import { LOCATION_ROW } from './location.ts';
import { GLOBAL_OBJECTS, globalNameOf, lastName, valueOf, type Reading } from './reading.ts';
import type { Sink } from './records.ts';
import type { Node } from './syntax.ts';
import type { Value } from './values.ts';

const SPECIALS: ReadonlyMap<string, ScriptReference> = new Map(
  SCRIPT_REFERENCES.filter(({ shape }) => shape === 'special').map((row) => [row.name, row]),
);
const METHODS = /^(?:get|head|post|put|delete|patch|options)$/i;
/** Calls that run text; every function's constructor is `Function`. */
const CODE_CALLS = new Set(['eval', 'Function', 'execScript', 'constructor']);
/** Calls that put markup into the page, or build elements of it. */
const MARKUP_CALLS = new Set([
  'insertAdjacentHTML',
  'createContextualFragment',
  'setHTMLUnsafe',
  'parseHTML',
  'html',
  'append',
  'prepend',
  'after',
  'before',
  'replaceWith',
  '$',
  'jQuery',
]);

/** Ways of reading or writing a member by its name. */
const REFLECTS = new Set([
  'get',
  'set',
  'assign',
  'getOwnPropertyDescriptor',
  'getOwnPropertyDescriptors',
  'entries',
  'values',
]);
/** Every name that `readSpecial` knows. */
const NAMES: ReadonlySet<string> = new Set([
  ...CODE_CALLS,
  ...MARKUP_CALLS,
  ...REFLECTS,
  ...['open', 'write', 'writeln', 'setTimeout', 'setInterval', 'assign', 'replace'],
  ...['execCommand', 'navigate', 'click', 'dispatchEvent', 'createObjectURL', 'submit'],
  ...['requestSubmit', 'require', 'requirejs'],
]);

/** Whether the meaning of a call may hang on more than its name: of most calls it does not. */
export function isSpecial(name: string): boolean {
  return NAMES.has(name);
}

/** Where a node stands. */
export function spotOf(
  node: Node,
  { script, scope }: Reading,
): Pick<Sink, 'script' | 'scope' | 'offset'> {
  return { script, scope, offset: node.start };
}

/** Records the arguments of a call that are addresses. */
export function sink(
  row: ScriptReference,
  values: readonly Value[],
  node: Node,
  reading: Reading,
): void {
  const wanted = row.argument === 'all' ? values : [values[row.argument]];
  for (const value of wanted) reading.world.addSink({ row, value, ...spotOf(node, reading) });
}

const OPEN_ROW = SPECIALS.get('window.open');
const ELEMENT_CLASS = /^(?:HTML|SVG)[A-Za-z]*Element$/;
const REFLECTORS = new Set(['Reflect', 'Object']);

function opensWindow(callee: Node): boolean {
  return callee.type === 'Identifier' || GLOBAL_OBJECTS.has(lastName(callee.object) ?? '');
}

function isLocationObject(object: Node | undefined, { scope }: Reading): boolean {
  return lastName(object) === 'location' || globalNameOf(object, scope) === 'location';
}

/** Members of the window or of its address, by way of `Reflect` and `Object`. */
function readReflection(node: Node, reading: Reading): void {
  const [object] = node.arguments ?? [];
  const owner = globalNameOf(object, reading.scope) ?? lastName(object) ?? '';
  const isElement = owner === 'prototype' && ELEMENT_CLASS.test(lastName(object?.object) ?? '');
  if (GLOBAL_OBJECTS.has(owner) || owner === 'location' || isElement)
    reading.world.addMention("'window[…]'", reading.scope, spotOf(node, reading));
}

function isClick(event: Node | undefined): boolean {
  return event?.type === 'NewExpression' && event.arguments?.[0]?.value === 'click';
}

/** Calls whose meaning hangs on more than their name: requests, markup, code, moves to another address. */
export function readSpecial(
  name: string,
  callee: Node,
  values: readonly Value[],
  node: Node,
  reading: Reading,
): void {
  if (!isSpecial(name)) return;
  const { world, scope } = reading;
  const spot = spotOf(node, reading);
  const row = SPECIALS.get(name);
  const on = callee.type === 'MemberExpression' ? valueOf(callee.object, scope) : undefined;
  if (name === 'open' && opensWindow(callee)) {
    if (OPEN_ROW !== undefined && values.length > 0)
      world.addSink({ row: OPEN_ROW, value: values[0], ...spot });
  } else if (name === 'open' && row !== undefined && values.length > 1) {
    // Others share the name: those whose first argument is no HTTP method.
    if (typeof values[0] === 'string' && !METHODS.test(values[0])) return;
    if (typeof values[1] === 'string' && values[1].startsWith('_')) return;
    world.xhrOpened = true;
    sink(row, values, node, reading);
  } else if (name === 'write' || name === 'writeln')
    world.addInsertion({ kind: 'write', values, on, ...spot });
  else if (CODE_CALLS.has(name) && values.length > 0)
    world.addInsertion({ kind: 'code', values: values.slice(-1), ...spot });
  else if (name === 'setTimeout' || name === 'setInterval')
    world.addInsertion({ kind: 'timer', values: values.slice(0, 1), ...spot });
  else if (MARKUP_CALLS.has(name)) world.addMarkup(values.at(-1), spot);
  else if ((name === 'assign' || name === 'replace') && isLocationObject(callee.object, reading))
    world.addSink({ row: LOCATION_ROW, value: values[0], ...spot });
  else if (name === 'execCommand') {
    world.addMarkup(values[2], spot);
    if (values[0] === undefined || values[0] === 'insertImage')
      world.addMention("'insertImage'", scope, spot);
  } else if (name === 'navigate' && lastName(callee.object) === 'navigation')
    world.addSink({ row: LOCATION_ROW, value: values[0], ...spot });
  else if (REFLECTS.has(name) && REFLECTORS.has(lastName(callee.object) ?? ''))
    readReflection(node, reading);
  else if (name === 'click' || (name === 'dispatchEvent' && isClick(node.arguments?.[0])))
    world.clicks.push(spot);
  else if (name === 'createObjectURL') world.makesAddresses ??= spot;
  else if (name === 'submit' || name === 'requestSubmit') world.submits ??= spot;
  else if ((name === 'require' || name === 'requirejs') && row !== undefined) {
    const [list] = values;
    if (typeof list === 'object' && list.kind === 'bag')
      for (const value of list.all) world.addSink({ row, value, ...spot });
  }
}
