import type { AnyNode, Expression, Function as FunctionNode, Super } from 'acorn';
import { assign, keyOf } from './patterns.ts';
import { evaluateCall, evaluateNew } from './calls.ts';
import { evaluateClass } from './classes.ts';
import { elementsOf } from './functions.ts';
import { readMember } from './members.ts';
import { readName } from './names.ts';
import { fieldOf, makeFunction, type Site } from './site.ts';
import { concatenated } from './texts.ts';
import {
  ANY_NAME,
  BIT,
  ELEMENTS,
  has,
  host,
  isNever,
  join,
  NEVER,
  NONE,
  PRIMITIVE,
  siteValue,
  text,
  textOf,
  UNKNOWN,
  namesOf,
  type Value,
} from './value.ts';
import { TEXT_LEVEL } from './text-level.ts';
import type { Frame } from './world.ts';

type Node = Expression | Super | AnyNode;

/** What an expression may evaluate to; effects of it are recorded in the world. */
export function evaluate(node: Node | null | undefined, frame: Frame): Value {
  if (node === null || node === undefined) return NONE;
  frame.world.spend();
  switch (node.type) {
    case 'Literal':
      return literal(node.value);
    case 'TemplateLiteral': {
      const parts: Value[] = [];
      node.quasis.forEach((quasi, index) => {
        parts.push(literal(quasi.value.cooked ?? ''));
        const hole = node.expressions[index];
        if (hole !== undefined) parts.push(stringOf(evaluate(hole, frame), frame));
      });
      return concatenated(parts);
    }
    case 'Identifier':
      return readName(node, frame);
    case 'ThisExpression':
      return selfOf(frame);
    case 'MemberExpression':
      return readMember(evaluate(node.object, frame), keyOf(node, frame), frame);
    case 'BinaryExpression':
      return binary(node, frame);
    case 'UnaryExpression':
      return unary(node, frame);
    case 'UpdateExpression':
      assign(node.argument, PRIMITIVE, frame);
      return PRIMITIVE;
    case 'LogicalExpression': {
      const left = evaluate(node.left, frame);
      return join(node.operator === '&&' ? left : truthy(left), evaluate(node.right, frame));
    }
    case 'ConditionalExpression':
      evaluate(node.test, frame);
      return join(
        neverHolds(node.test, frame) ? NEVER : evaluate(node.consequent, frame),
        evaluate(node.alternate, frame),
      );
    case 'AssignmentExpression':
      return assignment(node, frame);
    case 'SequenceExpression':
      return node.expressions.map((one) => evaluate(one, frame)).at(-1) ?? NONE;
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return evaluate(node.expression, frame);
    default:
      return evaluateObject(node, frame);
  }
}

function evaluateObject(node: Node, frame: Frame): Value {
  switch (node.type) {
    case 'ObjectExpression':
      return object(node, frame);
    case 'ArrayExpression':
      return array(node, frame);
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return functionValue(node, frame);
    case 'ClassExpression':
      return evaluateClass(node, frame);
    case 'CallExpression':
      return evaluateCall(node, frame);
    case 'NewExpression':
      return evaluateNew(node, frame);
    case 'TaggedTemplateExpression': {
      // The function gets the texts and every value between them.
      const values = node.quasi.expressions.map((one) => evaluate(one, frame));
      for (const value of [evaluate(node.tag, frame), ...values]) frame.world.escape(value);
      const tag = evaluate(node.tag, frame);
      if (has(tag, BIT.LOADER | BIT.UNKNOWN) || tag.hosts.size > 0)
        if (!isStringRaw(node.tag)) frame.world.doubt(node, frame, '`…`');
      return UNKNOWN;
    }
    case 'AwaitExpression': {
      const value = evaluate(node.argument, frame);
      // An object with a method `then` is called.
      frame.world.escape({ ...value, hosts: new Set(), bits: 0 });
      return value.sites.size === 0 && !has(value, BIT.UNKNOWN) ? value : join(value, UNKNOWN);
    }
    case 'YieldExpression':
      if (node.argument) frame.world.escape(evaluate(node.argument, frame));
      return UNKNOWN;
    case 'ImportExpression':
      evaluate(node.source, frame);
      frame.world.doubt(node, frame, 'import()');
      return UNKNOWN;
    case 'MetaProperty':
      return UNKNOWN;
    case 'Super':
      return selfOf(frame);
    case 'SpreadElement':
      return elementsOf(evaluate(node.argument, frame), frame);
    default:
      frame.world.doubt(node, frame, node.type);
      return UNKNOWN;
  }
}

const isStringRaw = (tag: Expression): boolean =>
  tag.type === 'MemberExpression' &&
  tag.object.type === 'Identifier' &&
  tag.object.name === 'String';

function literal(value: unknown): Value {
  if (typeof value === 'string') return text(value);
  if (value === null) return NONE;
  return typeof value === 'object' ? host('$bag') : PRIMITIVE;
}

/** What `this` is in a frame. */
export function selfOf({ fn, script }: Frame): Value {
  if (fn === null)
    return script.kind === 'module'
      ? NONE
      : script.kind === 'classic'
        ? host('$window')
        : host('*', '$window');
  return fn.self.value;
}

/** True for a comparison with a text that the other side never is: the code behind it does not run. */
export function neverHolds(test: Expression, frame: Frame): boolean {
  if (test.type !== 'BinaryExpression' || test.operator !== '===') return false;
  const [side, literal] =
    test.right.type === 'Literal' ? [test.left, test.right] : [test.right, test.left];
  if (literal.type !== 'Literal' || typeof literal.value !== 'string') return false;
  const value = evaluate(side, frame);
  const isOther =
    (value.bits & ~(BIT.PRIMITIVE | BIT.NONE)) === 0 &&
    value.level === TEXT_LEVEL.NONE &&
    value.hosts.size === 0;
  const [known = ''] = text(literal.value).texts;
  return isOther && !value.texts.has(known);
}

const truthy = (value: Value): Value => ({ ...value, bits: value.bits & ~BIT.NONE });

/** What an object is as text that says nothing else. */
const PLAIN_OBJECT = '[object Object]';
/** Nothing gave the object a text of its own. */
const isPlainObject = (site: Site, { world }: Frame): boolean =>
  site.kind === 'object' &&
  !site.escaped &&
  !site.isHost &&
  site.protos.size === 0 &&
  ['toString', 'valueOf', '__proto__', ANY_NAME].every(
    (name) => !site.fields.has(name) && !site.getters.has(name) && isNever(world.wildValue(name)),
  );

/** A value as text is made of it; objects of the page may say what they like. */
export function stringOf(value: Value, frame: Frame): Value {
  if (value.sites.size === 0) return value;
  if ([...value.sites].every((site) => isPlainObject(site, frame)))
    return join({ ...value, sites: new Set() }, text(PLAIN_OBJECT));
  frame.world.escape({ ...NEVER, sites: value.sites });
  return { ...value, bits: value.bits | BIT.UNKNOWN, sites: new Set() };
}

function binary(node: Extract<AnyNode, { type: 'BinaryExpression' }>, frame: Frame): Value {
  if (node.operator !== '+') {
    if (node.left.type !== 'PrivateIdentifier') evaluate(node.left, frame);
    evaluate(node.right, frame);
    return PRIMITIVE;
  }
  // A chain of `+` nests to the left, as deep as it is long.
  const parts: Value[] = [];
  let at: AnyNode = node;
  while (at.type === 'BinaryExpression' && at.operator === '+') {
    parts.unshift(evaluate(at.right, frame));
    at = at.left;
  }
  parts.unshift(evaluate(at, frame));
  return added(parts, frame);
}

const isNumeric = (value: Value): boolean =>
  (value.bits & ~(BIT.PRIMITIVE | BIT.NONE)) === 0 &&
  value.texts.size === 0 &&
  value.level === 0 &&
  value.sites.size === 0 &&
  value.hosts.size === 0;
const isString = (value: Value): boolean =>
  value.bits === 0 && value.sites.size === 0 && value.hosts.size === 0;

function added(parts: readonly Value[], frame: Frame): Value {
  if (parts.every(isNumeric)) return PRIMITIVE;
  const sum = concatenated(parts.map((part) => stringOf(part, frame)));
  return parts.some(isString) ? sum : join(sum, PRIMITIVE);
}

function unary(node: Extract<AnyNode, { type: 'UnaryExpression' }>, frame: Frame): Value {
  if (node.operator === 'typeof') {
    if (node.argument.type !== 'Identifier') evaluate(node.argument, frame);
    return textOf(TEXT_LEVEL.WORD);
  }
  evaluate(node.argument, frame);
  if (node.operator === 'delete' && node.argument.type === 'MemberExpression') {
    const { object } = node.argument;
    const on = evaluate(object, frame);
    // Without its own field an object shows that of its prototype: of the window, the browser's.
    if ([...on.hosts].some((h) => h.startsWith('$dataset')))
      for (const name of namesOf(keyOf(node.argument, frame)) ?? [null])
        frame.world.elements.removeData(name);
    if (on.hosts.has('$window') || [...on.hosts].some((h) => h.startsWith('@')))
      frame.world.doubt(node, frame, 'delete');
  }
  if (node.operator === 'void') return NONE;
  return PRIMITIVE;
}

function assignment(node: Extract<AnyNode, { type: 'AssignmentExpression' }>, frame: Frame): Value {
  const right = evaluate(node.right, frame);
  if (node.operator === '=') {
    assign(node.left, right, frame);
    return right;
  }
  const target = node.left;
  if (target.type !== 'Identifier' && target.type !== 'MemberExpression') return UNKNOWN;
  if (/^(?:\|\||&&|\?\?)=$/.test(node.operator)) {
    assign(target, right, frame);
    return join(evaluate(target, frame), right);
  }
  if (node.operator !== '+=') {
    assign(target, PRIMITIVE, frame);
    return PRIMITIVE;
  }
  const isMarkup =
    target.type === 'MemberExpression' &&
    target.property.type === 'Identifier' &&
    !target.computed &&
    target.property.name === 'innerHTML';
  // What the element holds already has loaded what it loads.
  const before = isMarkup ? text('') : evaluate(target, frame);
  const sum = added([before, right], frame);
  assign(target, sum, frame);
  return isMarkup ? UNKNOWN : sum;
}

function array(node: Extract<AnyNode, { type: 'ArrayExpression' }>, frame: Frame): Value {
  const site = frame.world.siteAt(node, 'array');
  for (const element of node.elements) {
    if (element === null) continue;
    const value =
      element.type === 'SpreadElement'
        ? elementsOf(evaluate(element.argument, frame), frame)
        : evaluate(element, frame);
    frame.world.put(fieldOf(site, ELEMENTS), value);
  }
  return siteValue(site);
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Copies the members of a value into an object of the page, as a spread does; some are overwritten at once. */
export function copyMembers(
  value: Value,
  into: Site,
  frame: Frame,
  except: ReadonlySet<string> = NO_NAMES,
): void {
  const { world } = frame;
  for (const from of value.sites) {
    world.spend(from.fields.size);
    // The getters of the source run, and what they return is copied.
    if (from.escaped || from.getters.size > 0) world.put(fieldOf(into, ANY_NAME), UNKNOWN);
    for (const [name, { value: held }] of from.fields)
      if (!except.has(name)) world.put(fieldOf(into, name), held);
    for (const getter of from.getters.values())
      for (const site of getter) world.escape(siteValue(site));
  }
  if (has(value, BIT.UNKNOWN | BIT.LOADER) || value.hosts.size > 0)
    world.put(fieldOf(into, ANY_NAME), UNKNOWN);
}

/** Names that the literal surely writes after a spread in it. */
function namesAfter(
  node: Extract<AnyNode, { type: 'ObjectExpression' }>,
  spread: AnyNode,
): ReadonlySet<string> {
  const names = node.properties
    .slice(node.properties.findIndex((one) => one === spread))
    .flatMap((one) =>
      one.type === 'Property' && one.kind === 'init' && !one.computed
        ? (namesOf(plainKey(one.key)) ?? [])
        : [],
    );
  return new Set(names.filter((name) => name !== ELEMENTS && name !== '__proto__'));
}

function object(node: Extract<AnyNode, { type: 'ObjectExpression' }>, frame: Frame): Value {
  const { world } = frame;
  const site = world.siteAt(node, 'object');
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const later = namesAfter(node, property);
      copyMembers(evaluate(property.argument, frame), site, frame, later);
      continue;
    }
    const key = property.computed ? evaluate(property.key, frame) : plainKey(property.key);
    const names = namesOf(key) ?? [ANY_NAME];
    const value = evaluate(property.value, frame);
    if (property.kind === 'init') {
      if (!property.computed && names[0] === '__proto__') world.doubt(property, frame, '__proto__');
      for (const name of names) world.putField(site, name, value);
    } else addAccessor(site, property.kind, names, value, frame);
  }
  return siteValue(site);
}

/** A getter or setter of an object or class. */
export function addAccessor(
  site: Site,
  kind: 'get' | 'set',
  names: readonly string[],
  value: Value,
  frame: Frame,
): void {
  const accessors = kind === 'get' ? site.getters : site.setters;
  for (const name of names)
    for (const fn of value.sites) {
      const known = accessors.get(name) ?? new Set<Site>();
      if (known.has(fn)) continue;
      accessors.set(name, known.add(fn));
      frame.world.changed = true;
    }
}

/** The name of a member that is not computed. */
export function plainKey(key: AnyNode): Value {
  if (key.type === 'Identifier') return text(key.name);
  if (key.type === 'PrivateIdentifier') return text(`#${key.name}`);
  if (key.type === 'Literal') return text(String(key.value));
  return UNKNOWN;
}

/** A function of the page; the same for every time the code around it runs. */
export function functionValue(node: AnyNode & FunctionNode, frame: Frame): Value {
  const { world, script } = frame;
  const scope = script.scopes.of.get(node);
  if (scope === undefined) return UNKNOWN;
  const site = world.siteAt(node, 'function', '', makeFunction(node, scope));
  if (!world.known.has(site)) {
    world.known.add(site);
    world.functions.push({ site, script });
    world.changed = true;
  }
  if (node.type === 'FunctionExpression' && node.id) {
    const own = scope.parent?.names.get(node.id.name);
    if (own !== undefined) world.put(own, siteValue(site));
  }
  if (site.fn?.isArrow === true) {
    world.put(site.fn.self, selfOf(frame));
    // `arguments` of an arrow function are those of the function around it.
    if (frame.fn !== null) world.outer.set(site.fn, frame.fn);
  }
  return siteValue(site);
}
