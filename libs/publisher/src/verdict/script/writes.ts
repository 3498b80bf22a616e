import { LOCATION_ROW } from '../model/index.ts';
import {
  addAttributeSink,
  LEADING_ATTRIBUTES,
  noteHttpEquiv,
  PROPERTY_ROWS,
} from './attribute-sinks.ts';
import { bindFunction } from './functions.ts';
import { isLocation, LOCATION_PARTS } from './location.ts';
import { readPattern } from './patterns.ts';
import {
  GLOBAL_OBJECTS,
  lastName,
  valueOf,
  type ScriptAddressSearchContext,
} from './survey-context.ts';
import type { ScriptNode } from './syntax.ts';
import type { KnownExpressionValue } from './values.ts';

const MARKUP_PROPERTIES = new Set(['innerHTML', 'outerHTML', 'srcdoc']);
/** Properties of an attribute node (`Attr`) that contain its value. */
const ATTRIBUTE_VALUES = new Set(['value', 'nodeValue', 'textContent']);

function readMemberWrite(
  target: ScriptNode,
  value: KnownExpressionValue,
  node: ScriptNode,
  context: ScriptAddressSearchContext,
): void {
  const { survey, script, scope } = context;
  const name = lastName(target);
  const on = valueOf(target.object, scope);
  if (target.object?.type === 'Identifier' && target.object.name !== undefined)
    survey.assignMember(target.object.name, scope, value);
  if (name === undefined) return;
  const part = LOCATION_PARTS.has(name) && isLocation(target.object ?? target, scope);
  if (isLocation(target, scope) || part) {
    // After an assignment to a part such as `location.host`, the complete address is not known.
    const whole = name === 'href' || name === 'location' ? value : undefined;
    survey.addSink({ row: LOCATION_ROW, value: whole, script, scope, offset: node.start });
  } else if (MARKUP_PROPERTIES.has(name)) survey.addMarkup(value, { script, offset: node.start });
  else if (LEADING_ATTRIBUTES.has(name)) survey.setsAction = true;
  else if (ATTRIBUTE_VALUES.has(name) && lastName(target.object?.object) === 'attributes')
    survey.addMention("'attributes'", scope, { script, offset: node.start });
  else if (name === 'httpEquiv') noteHttpEquiv(value, node, context);
  else if (PROPERTY_ROWS.has(name.toLowerCase()))
    addAttributeSink(name, value, node, context, { on });
  else if (GLOBAL_OBJECTS.has(lastName(target.object) ?? '')) survey.assign(name, scope, value);
}

/**
 * Records an assignment of a script to a name, a member or a destructuring pattern. Called when acorn (the JavaScript parser)
 * has parsed the assignment.
 */
export function readAssignment(node: ScriptNode, context: ScriptAddressSearchContext): void {
  const { left: target } = node;
  if (target === undefined) return;
  const { survey, script, scope } = context;
  const given = valueOf(node.right, scope);
  const value = node.operator === '+=' ? undefined : given;
  if (target.type === 'Identifier' && target.name !== undefined) {
    if (isLocation(target, scope))
      survey.addSink({ row: LOCATION_ROW, value, script, scope, offset: node.start });
    else node.undo = survey.assign(target.name, scope, value);
  } else if (target.type === 'MemberExpression') readMemberWrite(target, value, node, context);
  else readPattern(target, context);
  if (given !== undefined) node.known = given;
}

/** Records a variable declaration such as `name = value`. Variables in a destructuring pattern may have any value. */
export function readDeclarator(node: ScriptNode, context: ScriptAddressSearchContext): void {
  const { id, init } = node;
  if (id === null || id === undefined) return;
  if (id.type !== 'Identifier' || id.name === undefined) {
    readPattern(id, context);
  } else if (init !== null && init !== undefined) {
    bindFunction(init, id.name, context);
    context.survey.assign(id.name, context.scope, valueOf(init, context.scope));
  }
}

/** Records that the loop variables of `for … of` and `for … in` may have any value. */
export function readForLeft(node: ScriptNode, context: ScriptAddressSearchContext): void {
  const { left } = node;
  if (left?.type === 'VariableDeclaration')
    for (const { id } of left.declarations ?? []) readPattern(id, context);
  else if (left !== undefined) readPattern(left, context);
}
