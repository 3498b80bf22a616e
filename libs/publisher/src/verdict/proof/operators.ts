import type { AnyNode } from 'acorn';
import type { AbstractValue } from './domain.ts';
import type { EvaluationFrame } from './frame.ts';
import { evaluate } from './interpreter.ts';
import { keyOf } from './keys.ts';
import { assign } from './patterns.ts';
import { stringOf } from './strings.ts';
import { TEXT_LEVEL } from './text-level.ts';
import { concatenated } from './texts.ts';
import { isListed, join, namesOf, NONE, PRIMITIVE, text, textOf, UNKNOWN } from './value.ts';

/**
 * Returns the possible results of a binary operator. That of `+` may be a string; any other operator returns a number or a
 * boolean.
 */
export function evaluateBinary(
  node: Extract<AnyNode, { type: 'BinaryExpression' }>,
  frame: EvaluationFrame,
): AbstractValue {
  if (node.operator !== '+') {
    if (node.left.type !== 'PrivateIdentifier') evaluate(node.left, frame);
    evaluate(node.right, frame);
    return PRIMITIVE;
  }
  // The syntax tree of `a + b + c …` is as deep as the chain is long. A loop evaluates it, because recursion could exhaust the
  // stack.
  const parts: AbstractValue[] = [];
  let at: AnyNode = node;
  while (at.type === 'BinaryExpression' && at.operator === '+') {
    parts.unshift(evaluate(at.right, frame));
    at = at.left;
  }
  parts.unshift(evaluate(at, frame));
  return added(parts, frame);
}

const isNumeric = (value: AbstractValue): boolean => isListed(value) && value.texts.size === 0;

const isString = (value: AbstractValue): boolean =>
  value.bits === 0 && value.sites.size === 0 && value.hosts.size === 0;

function added(parts: readonly AbstractValue[], frame: EvaluationFrame): AbstractValue {
  if (parts.every(isNumeric)) return PRIMITIVE;
  const sum = concatenated(parts.map((part) => stringOf(part, frame)));
  return parts.some(isString) ? sum : join(sum, PRIMITIVE);
}

/**
 * Returns the possible results of a unary operator. Reports a `delete` that may make a member of a browser object visible
 * again.
 */
export function evaluateUnary(
  node: Extract<AnyNode, { type: 'UnaryExpression' }>,
  frame: EvaluationFrame,
): AbstractValue {
  if (node.operator === 'typeof') {
    if (node.argument.type !== 'Identifier') evaluate(node.argument, frame);
    return textOf(TEXT_LEVEL.WORD);
  }
  evaluate(node.argument, frame);
  if (node.operator === 'delete' && node.argument.type === 'MemberExpression') {
    const { object } = node.argument;
    const on = evaluate(object, frame);
    // A deleted member of `dataset` is recorded. Deleting a global of the page makes the browser global of the same name
    // visible again, so it is reported.
    if ([...on.hosts].some((h) => h.startsWith('$dataset')))
      for (const name of namesOf(keyOf(node.argument, frame)) ?? [null])
        frame.state.elements.removeData(name);
    if (on.hosts.has('$window') || [...on.hosts].some((h) => h.startsWith('@')))
      frame.state.doubt(node, frame, 'delete');
  }
  if (node.operator === 'void') return NONE;
  return PRIMITIVE;
}

/** Records an assignment (`=`, `+=`, `??=` …). Returns the possible values of the assignment expression. */
export function evaluateAssignment(
  node: Extract<AnyNode, { type: 'AssignmentExpression' }>,
  frame: EvaluationFrame,
): AbstractValue {
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
  // With `innerHTML +=` only the added markup is checked: the existing content was checked when it was written. MathML is the
  // exception, because elements of it may become other elements when their markup is parsed again.
  const isChecked = isMarkup && !frame.state.page.tags.has('math');
  const before = isChecked ? text('') : evaluate(target, frame);
  const sum = added([before, right], frame);
  assign(target, sum, frame);
  return isMarkup ? UNKNOWN : sum;
}
