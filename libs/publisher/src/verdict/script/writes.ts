import { addAttributeSink, LEADING, noteHttpEquiv, PROPERTIES } from './attribute-sinks.ts';
import { bindFunction } from './functions.ts';
import { isLocation, LOCATION_PARTS, LOCATION_ROW } from './location.ts';
import { openNames } from './patterns.ts';
import { GLOBAL_OBJECTS, lastName, valueOf, type Reading } from './reading.ts';
import type { Node } from './syntax.ts';
import type { Value } from './values.ts';

const MARKUP_PROPERTIES = new Set(['innerHTML', 'outerHTML', 'srcdoc']);
/** The value of an attribute, reached by way of the list of them. */
const ATTRIBUTE_VALUES = new Set(['value', 'nodeValue', 'textContent']);

function writeMember(target: Node, value: Value, node: Node, reading: Reading): void {
  const { world, script, scope } = reading;
  const name = lastName(target);
  const on = valueOf(target.object, scope);
  if (target.object?.type === 'Identifier' && target.object.name !== undefined)
    world.assignMember(target.object.name, scope, value);
  if (name === undefined) return;
  const part = LOCATION_PARTS.has(name) && isLocation(target.object ?? target, scope);
  if (isLocation(target, scope) || part) {
    // A part of an address leads to one that is not known here.
    const whole = name === 'href' || name === 'location' ? value : undefined;
    world.addSink({ row: LOCATION_ROW, value: whole, script, scope, offset: node.start });
  } else if (MARKUP_PROPERTIES.has(name)) world.addMarkup(value, { script, offset: node.start });
  else if (LEADING.has(name)) world.setsAction = true;
  else if (ATTRIBUTE_VALUES.has(name) && lastName(target.object?.object) === 'attributes')
    world.addMention("'attributes'", scope, { script, offset: node.start });
  else if (name === 'httpEquiv') noteHttpEquiv(value, node, reading);
  else if (PROPERTIES.has(name.toLowerCase())) addAttributeSink(name, value, node, reading, { on });
  else if (GLOBAL_OBJECTS.has(lastName(target.object) ?? '')) world.assign(name, scope, value);
}

/** Reads a finished assignment: names get values, properties get addresses. */
export function readAssignment(node: Node, reading: Reading): void {
  const { left: target } = node;
  if (target === undefined) return;
  const { world, script, scope } = reading;
  const given = valueOf(node.right, scope);
  const value = node.operator === '+=' ? undefined : given;
  if (target.type === 'Identifier' && target.name !== undefined) {
    if (isLocation(target, scope))
      world.addSink({ row: LOCATION_ROW, value, script, scope, offset: node.start });
    else node.undo = world.assign(target.name, scope, value);
  } else if (target.type === 'MemberExpression') writeMember(target, value, node, reading);
  else openNames(target, reading);
  if (given !== undefined) node.known = given;
}

/** Reads `const name = value`; what is taken apart is not followed. */
export function readDeclarator(node: Node, reading: Reading): void {
  const { id, init } = node;
  if (id === null || id === undefined) return;
  if (id.type !== 'Identifier' || id.name === undefined) {
    openNames(id, reading);
  } else if (init !== null && init !== undefined) {
    bindFunction(init, id.name, reading);
    reading.world.assign(id.name, reading.scope, valueOf(init, reading.scope));
  }
}

/** The names a `for … of` or `for … in` runs through. */
export function readForLeft(node: Node, reading: Reading): void {
  const { left } = node;
  if (left?.type === 'VariableDeclaration')
    for (const { id } of left.declarations ?? []) openNames(id, reading);
  else if (left !== undefined) openNames(left, reading);
}
