import {
  rowsByName,
  lastName,
  valueOf,
  type ScriptAddressSearchContext,
} from './survey-context.ts';
import { addArgumentSinks, positionOf } from './special-calls.ts';
import type { ScriptNode } from './syntax.ts';
import { findBinding, type KnownExpressionValue } from './values.ts';

const NEW_ROWS = rowsByName('new');

/**
 * Inspects the parts of a `Blob` as one text. Parts that load nothing alone may together form a program that sends a request.
 */
function noteBlob(
  parts: KnownExpressionValue,
  node: ScriptNode,
  { survey, script }: ScriptAddressSearchContext,
): void {
  if (typeof parts !== 'object' || parts.kind !== 'bag') return;
  if (parts.all.every((part) => typeof part === 'string'))
    survey.inspectString(parts.all.join(''), { script, offset: node.start });
}

/**
 * Records the addresses in a `new` expression (workers, sockets, elements). Called when acorn (the JavaScript parser) has
 * parsed the expression.
 */
export function readNew(node: ScriptNode, context: ScriptAddressSearchContext): void {
  const { callee } = node;
  const name = lastName(callee);
  if (callee === undefined || name === undefined) return;
  const { survey, scope } = context;
  const values = (node.arguments ?? []).map((arg) => valueOf(arg, scope));
  if (callee.type === 'Identifier' && findBinding(scope, name) !== null) return;
  const row = NEW_ROWS.get(name);
  if (row !== undefined) {
    context.resolveUses(callee);
    // `new Audio()` without an address loads nothing.
    if (values.length > 0) addArgumentSinks(row, values, node, context);
  }
  switch (name) {
    case 'XMLHttpRequest':
      context.resolveUses(callee);
      survey.usesXhr ??= positionOf(node, context);
      return;
    case 'Function':
      survey.addInsertion({ kind: 'code', values: values.slice(-1), ...positionOf(node, context) });
      return;
    case 'Blob':
      noteBlob(values[0], node, context);
      return;
    case 'Image':
      node.known = { kind: 'element', tag: 'img' };
      return;
    case 'Audio':
      node.known = { kind: 'element', tag: 'audio' };
      return;
    case 'URL':
    case 'Request':
      if (values[0] !== undefined) node.known = values[0];
      return;
    default:
  }
}
