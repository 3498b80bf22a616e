import type { AnyNode } from 'acorn';
import type { AbstractValue } from './domain.ts';
import { addAccessor, copyMembers } from './fields.ts';
import type { EvaluationFrame } from './frame.ts';
import { elementsOf } from './functions.ts';
import { evaluate } from './interpreter.ts';
import { plainKey } from './keys.ts';
import { fieldOf } from './allocation-site.ts';
import { ANY_NAME, ELEMENTS, namesOf, siteValue } from './value.ts';

/** Evaluates an array literal of the page's code. All its elements are stored in one field (`ELEMENTS`). */
export function evaluateArrayLiteral(
  node: Extract<AnyNode, { type: 'ArrayExpression' }>,
  frame: EvaluationFrame,
): AbstractValue {
  const site = frame.state.sites.at(node, 'array');
  for (const element of node.elements) {
    if (element === null) continue;
    const value =
      element.type === 'SpreadElement'
        ? elementsOf(evaluate(element.argument, frame), frame)
        : evaluate(element, frame);
    frame.state.put(fieldOf(site, ELEMENTS), value);
  }
  return siteValue(site);
}

/**
 * Returns the member names that an object literal writes after a spread (`{...o, name: 1}`). These certainly overwrite members
 * of the spread object.
 */
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

/** Evaluates an object literal of the page's code, including getters, setters and spreads. */
export function evaluateObjectLiteral(
  node: Extract<AnyNode, { type: 'ObjectExpression' }>,
  frame: EvaluationFrame,
): AbstractValue {
  const { state } = frame;
  const site = state.sites.at(node, 'object');
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
      if (!property.computed && names[0] === '__proto__') state.doubt(property, frame, '__proto__');
      for (const name of names) state.putField(site, name, value);
    } else addAccessor(site, property.kind, names, value, frame);
  }
  return siteValue(site);
}
