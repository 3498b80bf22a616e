import { IMPORT_ROW, type ReferencingScriptConstruct, nameSet } from '../model/index.ts';
import { addAttributeSink, OBJECT_TAGS } from './attribute-sinks.ts';
import {
  rowsByName,
  GLOBAL_OBJECTS,
  globalNameOf,
  lastName,
  valueOf,
  type ScriptAddressSearchContext,
} from './survey-context.ts';
import type { PositionInScript } from './records.ts';
import { isSpecial, readSpecial, addArgumentSinks, positionOf } from './special-calls.ts';
import type { ScriptNode } from './syntax.ts';
import {
  declareName,
  addValue,
  concatenate,
  findBinding,
  runsAtLoad,
  SELF_CONTAINED_VALUE,
  type KnownExpressionValue,
} from './values.ts';

const CALL_ROWS = rowsByName('call');

/** Methods that read, remove or compare attributes or names. A call such as `getAttribute('src')` loads nothing. */
const ATTRIBUTE_READS = nameSet(`
  getAttribute hasAttribute removeAttribute toggleAttribute removeAttr hasOwnProperty hasOwn
  indexOf includes
`);
/**
 * Matches names of functions that set an attribute. In a call of any other function, such as `f('src', 'x')`, the second
 * argument may be an ordinary word and no address.
 */
const SETTER = /^(?:set|attr|prop|write)/i;
/** Functions and methods that return their text nearly unchanged, so that an address in it keeps its target. */
const SAME_TEXT = nameSet('String encodeURI toString trim trimStart valueOf');
/** Methods that return an address of content that the page itself created, such as a `blob:` or `data:` URL. */
const SELF_MADE = new Set(['createObjectURL', 'toDataURL']);
const ADDING_METHODS = nameSet('push unshift splice set add fill');

function bindArguments(callee: ScriptNode, values: readonly KnownExpressionValue[]): void {
  const own = callee.ownScope;
  if (own === undefined) return;
  own.calledInPlace = true;
  (callee.params ?? []).forEach((parameter, index) => {
    const name = parameter.type === 'Identifier' ? parameter.name : undefined;
    if (name !== undefined) addValue(declareName(own, name), values[index]);
  });
}

/**
 * Records the arguments as values of the parameters of a function expression that is called where it is written, also with
 * `.call` or `.apply`. Returns false for any other call.
 */
function readCalledInPlace(callee: ScriptNode, values: readonly KnownExpressionValue[]): boolean {
  if (callee.ownScope !== undefined) {
    bindArguments(callee, values);
    return true;
  }
  const how = lastName(callee);
  if (callee.object?.ownScope === undefined || (how !== 'call' && how !== 'apply')) return false;
  bindArguments(callee.object, how === 'call' ? values.slice(1) : []);
  return true;
}

/**
 * Functions of the window that send a request or run code. On another object, a method with such a name is a different
 * function.
 */
const OF_THE_WINDOW = nameSet('fetch fetchLater importScripts importShim eval execScript');

function isOfOther(callee: ScriptNode): boolean {
  if (callee.type !== 'MemberExpression' || !OF_THE_WINDOW.has(lastName(callee) ?? ''))
    return false;
  return !GLOBAL_OBJECTS.has(lastName(callee.object) ?? '');
}

function isOn(row: ReferencingScriptConstruct, callee: ScriptNode): boolean {
  return row.on === undefined || row.on.includes(lastName(callee.object) ?? '');
}

/**
 * Records the values that a call gives to attributes: `setAttribute('src', x)`, `.attr('src', x)`, `setAttributeNS(ns, 'href',
 * x)`.
 */
function readAttributeCall(
  name: string,
  args: readonly ScriptNode[],
  values: readonly KnownExpressionValue[],
  node: ScriptNode,
  context: ScriptAddressSearchContext,
): void {
  if (ATTRIBUTE_READS.has(name)) context.resolveUses(...args);
  if (values.length < 2) return;
  const on = name.startsWith('setAttribute')
    ? valueOf(node.callee?.object, context.scope)
    : undefined;
  const how = { on, perhapsWord: !SETTER.test(name) };
  values.forEach((value, index) => {
    if (typeof value !== 'string' || index + 1 >= values.length) return;
    // The value of an attribute such as `onclick` is a program.
    if (on !== undefined && /^on[a-z]/i.test(value))
      context.survey.addInsertion({
        kind: 'code',
        values: values.slice(index + 1),
        ...positionOf(node, context),
      });
    if (addAttributeSink(value, values[index + 1], node, context, how))
      context.resolveUses(args[index]);
  });
}

/** Returns what is known about the result of a call, or undefined when nothing is known. */
function resultOf(
  name: string,
  callee: ScriptNode,
  values: readonly KnownExpressionValue[],
  context: ScriptAddressSearchContext,
  spot: PositionInScript,
): KnownExpressionValue {
  if (SELF_MADE.has(name)) return SELF_CONTAINED_VALUE;
  if (name === 'createElement' || name === 'createElementNS') {
    const tag = values[name === 'createElement' ? 0 : 1];
    if (typeof tag !== 'string') return undefined;
    const lower = tag.toLowerCase();
    if (OBJECT_TAGS.has(lower)) context.survey.hasObject = true;
    if (lower === 'script') context.survey.makesScripts ??= spot;
    return { kind: 'element', tag: lower };
  }
  if (SAME_TEXT.has(name))
    return callee.type === 'MemberExpression' ? valueOf(callee.object, context.scope) : values[0];
  if (name === 'concat' && callee.type === 'MemberExpression')
    return values.reduce<KnownExpressionValue>(concatenate, valueOf(callee.object, context.scope));
  return undefined;
}

/**
 * True when an argument of a call may be an address. A variable name of one or two letters does not count, because minifiers
 * give such names to everything.
 */
function mayHoldAddress(value: KnownExpressionValue): boolean {
  if (typeof value === 'string') return value.includes('//') || /^(?:data|blob):/i.test(value);
  if (typeof value !== 'object') return false;
  return value.kind === 'name' ? value.name.length > 2 : value.kind !== 'member';
}

/**
 * Records the addresses, markup and code in the arguments of a call. Called when acorn (the JavaScript parser) has parsed the
 * call.
 */
export function readCall(node: ScriptNode, context: ScriptAddressSearchContext): void {
  const { callee } = node;
  const args = node.arguments ?? [];
  if (callee === undefined) return;
  const { survey, scope } = context;
  const values = args.map((arg) => valueOf(arg, scope));
  if (callee.type === 'Import') {
    addArgumentSinks(IMPORT_ROW, values, node, context);
    return;
  }
  if (readCalledInPlace(callee, values)) return;
  const name = lastName(callee);
  if (name === undefined) {
    // `window[name](…)` may call any function of the window.
    const owner = globalNameOf(callee.object, scope) ?? lastName(callee.object) ?? '';
    if (GLOBAL_OBJECTS.has(owner))
      survey.addMention("'window[…]'", scope, positionOf(node, context));
    return;
  }
  const row = CALL_ROWS.get(name);
  const means = (row !== undefined || isSpecial(name)) && !isOfOther(callee);
  const local = means && callee.type === 'Identifier' && findBinding(scope, name) !== null;
  if (row !== undefined && means && !local && isOn(row, callee)) {
    context.resolveUses(callee);
    addArgumentSinks(row, values, node, context);
  }
  if (means && !local) {
    if (name === 'eval') context.resolveUses(callee);
    readSpecial(name, callee, values, node, context);
  }
  readAttributeCall(name, args, values, node, context);
  if (callee.type === 'Identifier' && values.some(mayHoldAddress))
    survey.addCall({ name, scope, values, sure: runsAtLoad(scope) });
  if (
    ADDING_METHODS.has(name) &&
    callee.object?.type === 'Identifier' &&
    callee.object.name !== undefined
  ) {
    const { name: target } = callee.object;
    for (const value of values) survey.assignMember(target, scope, value);
  }
  const known = resultOf(name, callee, values, context, positionOf(node, context));
  if (known !== undefined) node.known = known;
}
