import type { AnyNode, Expression, Super } from 'acorn';
import { evaluateCall, evaluateNew } from './calls.ts';
import { evaluateClass } from './classes.ts';
import type { AbstractValue } from './domain.ts';
import type { EvaluationFrame } from './frame.ts';
import { functionValue, selfOf } from './function-values.ts';
import { elementsOf } from './functions.ts';
import { keyOf } from './keys.ts';
import { evaluateArrayLiteral, evaluateObjectLiteral } from './literals.ts';
import { readMember } from './members.ts';
import { readName } from './names.ts';
import { evaluateAssignment, evaluateBinary, evaluateUnary } from './operators.ts';
import { assign } from './patterns.ts';
import { stringOf } from './strings.ts';
import { TEXT_LEVEL } from './text-level.ts';
import { concatenated } from './texts.ts';
import { BIT, has, host, isForeign, join, NEVER, NONE, PRIMITIVE, text, UNKNOWN } from './value.ts';

/** A node of the syntax tree that has a value. */
type EvaluableNode = Expression | Super | AnyNode;

/** Returns the set of the possible values of an expression, and records its effects in the state of the analysis. */
export function evaluateExpression(
  node: EvaluableNode | null | undefined,
  frame: EvaluationFrame,
): AbstractValue {
  if (node === null || node === undefined) return NONE;
  frame.state.spend();
  switch (node.type) {
    case 'Literal':
      return literal(node.value);
    case 'TemplateLiteral': {
      const parts: AbstractValue[] = [];
      node.quasis.forEach((quasi, index) => {
        parts.push(literal(quasi.value.cooked ?? ''));
        const hole = node.expressions[index];
        if (hole !== undefined) parts.push(stringOf(evaluateExpression(hole, frame), frame));
      });
      return concatenated(parts);
    }
    case 'Identifier':
      return readName(node, frame);
    case 'ThisExpression':
      return selfOf(frame);
    case 'MemberExpression':
      return readMember(evaluateExpression(node.object, frame), keyOf(node, frame), frame);
    case 'BinaryExpression':
      return evaluateBinary(node, frame);
    case 'UnaryExpression':
      return evaluateUnary(node, frame);
    case 'UpdateExpression':
      assign(node.argument, PRIMITIVE, frame);
      return PRIMITIVE;
    case 'LogicalExpression': {
      const left = evaluateExpression(node.left, frame);
      return join(
        node.operator === '&&' ? left : truthy(left),
        evaluateExpression(node.right, frame),
      );
    }
    case 'ConditionalExpression':
      evaluateExpression(node.test, frame);
      return join(
        neverHolds(node.test, frame) ? NEVER : evaluateExpression(node.consequent, frame),
        evaluateExpression(node.alternate, frame),
      );
    case 'AssignmentExpression':
      return evaluateAssignment(node, frame);
    case 'SequenceExpression':
      return node.expressions.map((one) => evaluateExpression(one, frame)).at(-1) ?? NONE;
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return evaluateExpression(node.expression, frame);
    default:
      return evaluateObject(node, frame);
  }
}

function evaluateObject(node: EvaluableNode, frame: EvaluationFrame): AbstractValue {
  switch (node.type) {
    case 'ObjectExpression':
      return evaluateObjectLiteral(node, frame);
    case 'ArrayExpression':
      return evaluateArrayLiteral(node, frame);
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
      // The tag function receives the strings of the template and the values between them.
      const values = node.quasi.expressions.map((one) => evaluateExpression(one, frame));
      for (const value of [evaluateExpression(node.tag, frame), ...values])
        frame.state.escape(value);
      const tag = evaluateExpression(node.tag, frame);
      if (isForeign(tag)) if (!isStringRaw(node.tag)) frame.state.doubt(node, frame, '`…`');
      return UNKNOWN;
    }
    case 'AwaitExpression': {
      const value = evaluateExpression(node.argument, frame);
      // `await` calls the method `then` of an object that has one.
      frame.state.escape({ ...value, hosts: new Set(), bits: 0 });
      return value.sites.size === 0 && !has(value, BIT.UNKNOWN) ? value : join(value, UNKNOWN);
    }
    case 'YieldExpression':
      if (node.argument) frame.state.escape(evaluateExpression(node.argument, frame));
      return UNKNOWN;
    case 'ImportExpression':
      evaluateExpression(node.source, frame);
      frame.state.doubt(node, frame, 'import()');
      return UNKNOWN;
    case 'MetaProperty':
      return UNKNOWN;
    case 'Super':
      return selfOf(frame);
    case 'SpreadElement':
      return elementsOf(evaluateExpression(node.argument, frame), frame);
    default:
      frame.state.doubt(node, frame, node.type);
      return UNKNOWN;
  }
}

const isStringRaw = (tag: Expression): boolean =>
  tag.type === 'MemberExpression' &&
  tag.object.type === 'Identifier' &&
  tag.object.name === 'String';

function literal(value: unknown): AbstractValue {
  if (typeof value === 'string') return text(value);
  if (value === null) return NONE;
  return typeof value === 'object' ? host('$bag') : PRIMITIVE;
}

/**
 * True for a comparison such as `x === 'a'` when `x` never has that value. The code that depends on the comparison then never
 * runs.
 */
export function neverHolds(test: Expression, frame: EvaluationFrame): boolean {
  if (test.type !== 'BinaryExpression' || test.operator !== '===') return false;
  const [side, literal] =
    test.right.type === 'Literal' ? [test.left, test.right] : [test.right, test.left];
  if (literal.type !== 'Literal' || typeof literal.value !== 'string') return false;
  const value = evaluateExpression(side, frame);
  const isOther =
    (value.bits & ~(BIT.PRIMITIVE | BIT.NONE)) === 0 &&
    value.level === TEXT_LEVEL.NONE &&
    value.hosts.size === 0;
  const [known = ''] = text(literal.value).texts;
  return isOther && !value.texts.has(known);
}

const truthy = (value: AbstractValue): AbstractValue => ({
  ...value,
  bits: value.bits & ~BIT.NONE,
});
