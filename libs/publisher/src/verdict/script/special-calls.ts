import {
  LOCATION_ROW,
  OPEN_ROW,
  type ReferencingScriptConstruct,
  nameSet,
} from '../model/index.ts';
import {
  GLOBAL_OBJECTS,
  globalNameOf,
  lastName,
  rowsByName,
  valueOf,
  type ScriptAddressSearchContext,
} from './survey-context.ts';
import type { ValuePassedToSink } from './records.ts';
import type { ScriptNode } from './syntax.ts';
import type { KnownExpressionValue } from './values.ts';

const SPECIALS = rowsByName('special');
const HTTP_METHOD = /^(?:get|head|post|put|delete|patch|options)$/i;
/** Functions that run a text as a program. `constructor` is included, because it is `Function` for every function. */
const CODE_CALLS = nameSet('eval Function execScript constructor');
/** Functions that put markup into the page or make elements from markup. */
const MARKUP_CALLS = nameSet(`
  insertAdjacentHTML createContextualFragment setHTMLUnsafe parseHTML html append prepend after
  before replaceWith $ jQuery
`);

/** Methods of `Reflect` and `Object` that read or write a member whose name is a string. */
const REFLECTS = nameSet(
  'get set assign getOwnPropertyDescriptor getOwnPropertyDescriptors entries values',
);
/** The names of all functions for which `readSpecial` has a rule. */
const SPECIAL_NAMES: ReadonlySet<string> = new Set([
  ...CODE_CALLS,
  ...MARKUP_CALLS,
  ...REFLECTS,
  ...['open', 'write', 'writeln', 'setTimeout', 'setInterval', 'assign', 'replace'],
  ...['execCommand', 'navigate', 'click', 'dispatchEvent', 'createObjectURL', 'submit'],
  ...['requestSubmit', 'require', 'requirejs'],
]);

/** True when `readSpecial` has a rule for functions of this name. */
export function isSpecial(name: string): boolean {
  return SPECIAL_NAMES.has(name);
}

/** Returns the script, the scope and the offset in the script of a syntax node. */
export function positionOf(
  node: ScriptNode,
  { script, scope }: ScriptAddressSearchContext,
): Pick<ValuePassedToSink, 'script' | 'scope' | 'offset'> {
  return { script, scope, offset: node.start };
}

/** Records the arguments of a call that are addresses according to a row of `SCRIPT_REFERENCES`. */
export function addArgumentSinks(
  row: ReferencingScriptConstruct,
  values: readonly KnownExpressionValue[],
  node: ScriptNode,
  context: ScriptAddressSearchContext,
): void {
  const wanted = row.argument === 'all' ? values : [values[row.argument]];
  for (const value of wanted) context.survey.addSink({ row, value, ...positionOf(node, context) });
}

const ELEMENT_CLASS_NAME = /^(?:HTML|SVG)[A-Za-z]*Element$/;
const REFLECTORS = new Set(['Reflect', 'Object']);

function opensWindow(callee: ScriptNode): boolean {
  return callee.type === 'Identifier' || GLOBAL_OBJECTS.has(lastName(callee.object) ?? '');
}

function isLocationObject(
  object: ScriptNode | undefined,
  { scope }: ScriptAddressSearchContext,
): boolean {
  return lastName(object) === 'location' || globalNameOf(object, scope) === 'location';
}

/**
 * Records a call of a `Reflect` or `Object` method that can reach members of the window, of `location` or of an element class.
 */
function readReflection(node: ScriptNode, context: ScriptAddressSearchContext): void {
  const [object] = node.arguments ?? [];
  const owner = globalNameOf(object, context.scope) ?? lastName(object) ?? '';
  const isElement =
    owner === 'prototype' && ELEMENT_CLASS_NAME.test(lastName(object?.object) ?? '');
  if (GLOBAL_OBJECTS.has(owner) || owner === 'location' || isElement)
    context.survey.addMention("'window[…]'", context.scope, positionOf(node, context));
}

function isClick(event: ScriptNode | undefined): boolean {
  return event?.type === 'NewExpression' && event.arguments?.[0]?.value === 'click';
}

/** Records a call whose effect depends on more than the function's name: a request, inserted markup or code, navigation. */
export function readSpecial(
  name: string,
  callee: ScriptNode,
  values: readonly KnownExpressionValue[],
  node: ScriptNode,
  context: ScriptAddressSearchContext,
): void {
  if (!isSpecial(name)) return;
  const { survey, scope } = context;
  const spot = positionOf(node, context);
  const row = SPECIALS.get(name);
  const on = callee.type === 'MemberExpression' ? valueOf(callee.object, scope) : undefined;
  if (name === 'open' && opensWindow(callee)) {
    if (values.length > 0) survey.addSink({ row: OPEN_ROW, value: values[0], ...spot });
  } else if (name === 'open' && row !== undefined && values.length > 1) {
    // Other objects also have a method `open`. Its first argument is not an HTTP method.
    if (typeof values[0] === 'string' && !HTTP_METHOD.test(values[0])) return;
    if (typeof values[1] === 'string' && values[1].startsWith('_')) return;
    survey.opensXhr = true;
    addArgumentSinks(row, values, node, context);
  } else if (name === 'write' || name === 'writeln')
    survey.addInsertion({ kind: 'write', values, on, ...spot });
  else if (CODE_CALLS.has(name) && values.length > 0)
    survey.addInsertion({ kind: 'code', values: values.slice(-1), ...spot });
  else if (name === 'setTimeout' || name === 'setInterval')
    survey.addInsertion({ kind: 'timer', values: values.slice(0, 1), ...spot });
  else if (MARKUP_CALLS.has(name)) survey.addMarkup(values.at(-1), spot);
  else if ((name === 'assign' || name === 'replace') && isLocationObject(callee.object, context))
    survey.addSink({ row: LOCATION_ROW, value: values[0], ...spot });
  else if (name === 'execCommand') {
    survey.addMarkup(values[2], spot);
    if (values[0] === undefined || values[0] === 'insertImage')
      survey.addMention("'insertImage'", scope, spot);
  } else if (name === 'navigate' && lastName(callee.object) === 'navigation')
    survey.addSink({ row: LOCATION_ROW, value: values[0], ...spot });
  else if (REFLECTS.has(name) && REFLECTORS.has(lastName(callee.object) ?? ''))
    readReflection(node, context);
  else if (name === 'click' || (name === 'dispatchEvent' && isClick(node.arguments?.[0])))
    survey.clicks.push(spot);
  else if (name === 'createObjectURL') survey.makesAddresses ??= spot;
  else if (name === 'submit' || name === 'requestSubmit') survey.submits ??= spot;
  else if ((name === 'require' || name === 'requirejs') && row !== undefined) {
    const [list] = values;
    if (typeof list === 'object' && list.kind === 'bag')
      for (const value of list.all) survey.addSink({ row, value, ...spot });
  }
}
