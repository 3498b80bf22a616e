import type { AnyNode, Pattern } from 'acorn';
import type { AbstractValue } from './domain.ts';
import type { EvaluationFrame } from './frame.ts';
import { selfOf } from './function-values.ts';
import { arrayOf, elementsOf } from './functions.ts';
import { evaluate } from './interpreter.ts';
import { keyOf, plainKey } from './keys.ts';
import { readMember, writeMember } from './members.ts';
import { writeName } from './names.ts';
import { fieldOf } from './allocation-site.ts';
import { ANY_NAME, BIT, has, isNever, join, NEVER, NONE, siteValue, UNKNOWN } from './value.ts';

/** Records that a value is assigned to a target: the left side of `=`, a declaration, a parameter or the variable of a loop. */
export function assign(
  target: Pattern | AnyNode,
  value: AbstractValue,
  frame: EvaluationFrame,
): void {
  switch (target.type) {
    case 'Identifier':
      writeName(target, value, frame);
      return;
    case 'MemberExpression':
      writeMember(
        target.object.type === 'Super' ? selfOf(frame) : evaluate(target.object, frame),
        keyOf(target, frame),
        value,
        target,
        frame,
      );
      return;
    case 'AssignmentPattern':
      assign(target.left, withDefault(value, evaluate(target.right, frame)), frame);
      return;
    case 'ArrayPattern':
      assignElements(target.elements, value, frame);
      return;
    case 'ObjectPattern':
      assignMembers(target, value, frame);
      return;
    case 'RestElement':
      assign(target.argument, value, frame);
      return;
    case 'ParenthesizedExpression':
      assign(target.expression, value, frame);
      return;
    default:
      frame.state.doubt(target, frame, '=');
  }
}

/** Returns the possible values of a target with a default (`{a = 1}`). The default replaces only `undefined`. */
function withDefault(value: AbstractValue, fallback: AbstractValue): AbstractValue {
  if (isNever(value)) return fallback;
  const isSet = !has(value, BIT.NONE | BIT.UNKNOWN | BIT.LOADER);
  return isSet ? value : join({ ...value, bits: value.bits & ~BIT.NONE }, fallback);
}

function assignElements(
  elements: readonly (Pattern | null)[],
  value: AbstractValue,
  frame: EvaluationFrame,
): void {
  const of = elementsOf(value, frame);
  for (const element of elements) {
    if (element === null) continue;
    if (element.type === 'RestElement') {
      const rest = frame.state.sites.at(element, 'array', 'rest');
      assign(element.argument, arrayOf(rest, of, frame), frame);
    } else
      assign(
        element,
        isNever(of) ? NONE : element.type === 'AssignmentPattern' ? join(of, NONE) : of,
        frame,
      );
  }
}

function assignMembers(
  pattern: Extract<Pattern, { type: 'ObjectPattern' }>,
  value: AbstractValue,
  frame: EvaluationFrame,
): void {
  const { state } = frame;
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') {
      // The object of a rest pattern (`...rest`) may contain every field of the source object.
      const rest = state.sites.at(property, 'object', 'rest');
      const all = readMember(value, UNKNOWN, frame);
      state.put(fieldOf(rest, ANY_NAME), all);
      assign(property.argument, siteValue(rest), frame);
      continue;
    }
    const key = property.computed ? evaluate(property.key, frame) : plainKey(property.key);
    assign(property.value, readMember(value, key, frame), frame);
  }
}

/** Records the arguments of all calls of a function as the possible values of its parameters. */
export function bindPattern(
  params: readonly Pattern[],
  given: readonly { readonly value: AbstractValue }[],
  all: AbstractValue,
  frame: EvaluationFrame,
): void {
  params.forEach((param, index) => {
    if (param.type === 'RestElement') {
      const rest = frame.state.sites.at(param, 'array', 'rest');
      assign(param.argument, arrayOf(rest, all, frame), frame);
    } else assign(param, given[index]?.value ?? NEVER, frame);
  });
}
