import type {
  AnyNode,
  ModuleDeclaration,
  Statement,
  SwitchStatement,
  TryStatement,
  VariableDeclaration,
} from 'acorn';
import { evaluateClass } from './classes.ts';
import { neverHolds } from './expressions.ts';
import type { EvaluationFrame } from './frame.ts';
import { functionValue } from './function-values.ts';
import { elementsOf } from './functions.ts';
import { evaluate } from './interpreter.ts';
import { keysOf } from './keys.ts';
import { assign } from './patterns.ts';
import { lookUp } from './scope.ts';
import { join, NONE, UNKNOWN } from './value.ts';

/** Evaluates statements of the page's code in order. Their declarations were collected before (`ScopeCollector`). */
export function runStatementList(
  statements: readonly (Statement | ModuleDeclaration)[],
  frame: EvaluationFrame,
): void {
  for (const statement of statements) runStatement(statement, frame);
}

const inner = (node: AnyNode, frame: EvaluationFrame): EvaluationFrame => ({
  ...frame,
  scope: frame.script.scopes.of.get(node) ?? frame.scope,
});

function runStatement(node: Statement | ModuleDeclaration | AnyNode, frame: EvaluationFrame): void {
  frame.state.spend();
  switch (node.type) {
    case 'ExpressionStatement':
      evaluate(node.expression, frame);
      return;
    case 'BlockStatement':
      runStatementList(node.body, inner(node, frame));
      return;
    case 'VariableDeclaration':
      declareVariables(node, frame);
      return;
    case 'FunctionDeclaration':
    case 'ClassDeclaration': {
      const isClass = node.type === 'ClassDeclaration';
      const value = isClass ? evaluateClass(node, frame) : functionValue(node, frame);
      if (node.id)
        for (const binding of lookUp(frame.scope, node.id.name).bindings)
          frame.state.put(binding, value);
      return;
    }
    case 'ReturnStatement':
      if (frame.fn !== null) frame.state.put(frame.fn.returns, evaluate(node.argument, frame));
      else evaluate(node.argument, frame);
      return;
    case 'ThrowStatement':
      frame.state.put(frame.state.thrown, evaluate(node.argument, frame));
      return;
    case 'IfStatement':
      evaluate(node.test, frame);
      if (!neverHolds(node.test, frame)) runStatement(node.consequent, frame);
      if (node.alternate) runStatement(node.alternate, frame);
      return;
    case 'LabeledStatement':
      runStatement(node.body, frame);
      return;
    case 'TryStatement':
      runTry(node, frame);
      return;
    case 'SwitchStatement':
      runSwitch(node, frame);
      return;
    default:
      runLoop(node, frame);
  }
}

function runTry(node: TryStatement, frame: EvaluationFrame): void {
  runStatement(node.block, frame);
  if (node.handler) {
    const within = inner(node.handler, frame);
    if (node.handler.param)
      assign(node.handler.param, join(UNKNOWN, frame.state.thrown.value), within);
    runStatement(node.handler.body, within);
  }
  if (node.finalizer) runStatement(node.finalizer, frame);
}

function runSwitch(node: SwitchStatement, frame: EvaluationFrame): void {
  evaluate(node.discriminant, frame);
  const within = inner(node, frame);
  for (const { test, consequent } of node.cases) {
    if (test) evaluate(test, within);
    runStatementList(consequent, within);
  }
}

function runLoop(node: Statement | ModuleDeclaration | AnyNode, outer: EvaluationFrame): void {
  const frame = inner(node, outer);
  switch (node.type) {
    case 'WhileStatement':
    case 'DoWhileStatement':
      evaluate(node.test, frame);
      runStatement(node.body, frame);
      return;
    case 'ForStatement':
      if (node.init?.type === 'VariableDeclaration') declareVariables(node.init, frame);
      else if (node.init) evaluate(node.init, frame);
      if (node.test) evaluate(node.test, frame);
      if (node.update) evaluate(node.update, frame);
      runStatement(node.body, frame);
      return;
    case 'ForOfStatement':
    case 'ForInStatement': {
      const over = evaluate(node.right, frame);
      const each = node.type === 'ForOfStatement' ? elementsOf(over, frame) : keysOf(over);
      if (node.left.type === 'VariableDeclaration')
        for (const { id } of node.left.declarations) assign(id, each, frame);
      else assign(node.left, each, frame);
      runStatement(node.body, frame);
      return;
    }
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      frame.state.doubt(node, frame, 'import … from');
      return;
    case 'ExportNamedDeclaration':
      if (node.source) frame.state.doubt(node, frame, '… from');
      if (node.declaration) runStatement(node.declaration, outer);
      return;
    case 'ExportDefaultDeclaration':
      if (
        node.declaration.type === 'FunctionDeclaration' ||
        node.declaration.type === 'ClassDeclaration'
      )
        runStatement(node.declaration, outer);
      else evaluate(node.declaration, outer);
      return;
    case 'EmptyStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'DebuggerStatement':
      return;
    default:
      frame.state.doubt(node, frame, node.type);
  }
}

function declareVariables(node: VariableDeclaration, frame: EvaluationFrame): void {
  for (const { id, init } of node.declarations)
    if (init) assign(id, evaluate(init, frame), frame);
    else if (id.type === 'Identifier' && node.kind !== 'var') assign(id, NONE, frame);
}
