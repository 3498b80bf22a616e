import ts from 'typescript';

/** A small change of a source file that a test should detect. */
export interface Mutant {
  /** Line of the change, counted from 1. */
  readonly line: number;
  /** Description of the change, such as `a < b → a <= b`, at most 120 characters. */
  readonly label: string;
  readonly start: number;
  readonly end: number;
  /** Text that replaces the expression; null removes the statement. */
  readonly replacement: string | null;
}

const LABEL_CHARS_MAX = 120;

/**
 * The operators that replace an operator in a mutant. A comparison is replaced by one that differs only for equal values, and
 * by its opposite.
 */
const OPERATORS: ReadonlyMap<ts.SyntaxKind, readonly string[]> = new Map([
  [ts.SyntaxKind.LessThanToken, ['<=', '>=']],
  [ts.SyntaxKind.LessThanEqualsToken, ['<', '>']],
  [ts.SyntaxKind.GreaterThanToken, ['>=', '<=']],
  [ts.SyntaxKind.GreaterThanEqualsToken, ['>', '<']],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ['!==']],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, ['===']],
  [ts.SyntaxKind.AmpersandAmpersandToken, ['||']],
  [ts.SyntaxKind.BarBarToken, ['&&']],
  [ts.SyntaxKind.PlusToken, ['-']],
  [ts.SyntaxKind.MinusToken, ['+']],
  [ts.SyntaxKind.AsteriskToken, ['/']],
  [ts.SyntaxKind.SlashToken, ['*']],
  [ts.SyntaxKind.PercentToken, ['*']],
  [ts.SyntaxKind.AmpersandToken, ['|']],
  [ts.SyntaxKind.BarToken, ['&']],
  [ts.SyntaxKind.PlusEqualsToken, ['-=']],
  [ts.SyntaxKind.MinusEqualsToken, ['+=']],
]);

/** Finds all mutants of a TypeScript source, in the order of the text. */
export function findMutants(source: ts.SourceFile): readonly Mutant[] {
  const mutants: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    for (const replacement of replacementsOf(node, source)) {
      const target = replacement.of ?? node;
      mutants.push(mutantAt(source, target, replacement.text));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutants;
}

/** The text that replaces a node, or its ancestor `of` when that is present. The text null removes a statement. */
interface NodeReplacement {
  readonly text: string | null;
  readonly of?: ts.Node;
}

function mutantAt(source: ts.SourceFile, node: ts.Node, replacement: string | null): Mutant {
  const start = node.getStart(source);
  const { line } = source.getLineAndCharacterOfPosition(start);
  const before = oneLine(node.getText(source));
  const after = replacement === null ? '(left out)' : oneLine(replacement);
  const label = `${before} → ${after}`.slice(0, LABEL_CHARS_MAX);
  return { line: line + 1, label, start, end: node.getEnd(), replacement };
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const half = LABEL_CHARS_MAX / 2;
  return line.length <= half ? line : `${line.slice(0, half - 1)}…`;
}

function replacementsOf(node: ts.Node, source: ts.SourceFile): readonly NodeReplacement[] {
  if (ts.isBinaryExpression(node)) return ofOperator(node, source);
  if (ts.isPrefixUnaryExpression(node)) return ofPrefix(node, source);
  if (ts.isNumericLiteral(node)) return ofNumber(node, source);
  if (ts.isRegularExpressionLiteral(node)) return [{ text: '/(?!)/' }];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [{ text: 'false' }];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [{ text: 'true' }];
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node))
    return ofCondition(node.expression, ts.isIfStatement(node));
  if (ts.isForStatement(node))
    return node.condition === undefined ? [] : ofCondition(node.condition, false);
  if (ts.isConditionalExpression(node)) return ofCondition(node.condition, true);
  if (ts.isReturnStatement(node)) return ofReturn(node);
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return ofResult(node.body);
  if (isRemovable(node)) return [{ text: null }];
  return ofChain(node, source);
}

/**
 * Replaces a condition with true and with false. The condition of a loop is replaced only with false, because true would make
 * the loop endless.
 */
function ofCondition(condition: ts.Expression, canHold: boolean): readonly NodeReplacement[] {
  const never = { text: 'false', of: condition };
  return canHold ? [{ text: 'true', of: condition }, never] : [never];
}

function ofOperator(node: ts.BinaryExpression, source: ts.SourceFile): readonly NodeReplacement[] {
  const { left, operatorToken, right } = node;
  if (isText(left) || isText(right)) {
    if (operatorToken.kind === ts.SyntaxKind.PlusToken) return [];
  }
  const [before, after] = [left.getText(source), right.getText(source)];
  return (OPERATORS.get(operatorToken.kind) ?? []).map((operator) => ({
    text: `${before} ${operator} ${after}`,
  }));
}

function isText(node: ts.Node): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function ofPrefix(
  node: ts.PrefixUnaryExpression,
  source: ts.SourceFile,
): readonly NodeReplacement[] {
  const drops =
    node.operator === ts.SyntaxKind.ExclamationToken || node.operator === ts.SyntaxKind.MinusToken;
  return drops ? [{ text: node.operand.getText(source) }] : [];
}

/**
 * Replaces a number with the next one. A default such as `list[i] ?? 0` is left out, because it exists only for the type check.
 */
function ofNumber(node: ts.NumericLiteral, source: ts.SourceFile): readonly NodeReplacement[] {
  const { parent } = node;
  const isName = ts.isPropertyAssignment(parent) && parent.name === node;
  const isDefault =
    ts.isBinaryExpression(parent) &&
    parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken &&
    ts.isElementAccessExpression(parent.left);
  return isName || isDefault ? [] : [{ text: `${node.getText(source)} + 1` }];
}

function ofReturn({ expression }: ts.ReturnStatement): readonly NodeReplacement[] {
  return expression === undefined ? [{ text: null }] : ofResult(expression);
}

function ofResult(result: ts.Expression): readonly NodeReplacement[] {
  const inner = ts.isParenthesizedExpression(result) ? result.expression : result;
  const isNothing = ts.isIdentifier(inner) && inner.text === 'undefined';
  return isNothing || isLiteral(inner) ? [] : [{ text: 'undefined', of: result }];
}

/** True for the literals `true` and `false`; another rule makes their mutants. */
function isLiteral(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword;
}

function isRemovable(node: ts.Node): boolean {
  if (ts.isExpressionStatement(node))
    return !(
      ts.isCallExpression(node.expression) &&
      node.expression.expression.kind === ts.SyntaxKind.SuperKeyword
    );
  return ts.isThrowStatement(node) || ts.isBreakStatement(node) || ts.isContinueStatement(node);
}

/** Replaces `a?.b` with `a.b`. The mutant replaces the whole chain, because `?.` skips all of it when `a` is null. */
function ofChain(node: ts.Node, source: ts.SourceFile): readonly NodeReplacement[] {
  const { questionDotToken } = node as ts.Node & { questionDotToken?: ts.Node };
  if (questionDotToken === undefined) return [];
  let chain = node;
  while (ts.isOptionalChain(chain.parent) && chain.parent.expression === chain)
    chain = chain.parent;
  const [start, at] = [chain.getStart(source), questionDotToken.getStart(source)];
  const text = chain.getText(source);
  const dot = ts.isPropertyAccessExpression(node) ? '.' : '';
  return [{ text: text.slice(0, at - start) + dot + text.slice(at - start + 2), of: chain }];
}
