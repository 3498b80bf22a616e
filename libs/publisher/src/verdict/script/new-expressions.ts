import { byName, lastName, valueOf, type Reading } from './reading.ts';
import { sink, spotOf } from './special-calls.ts';
import type { Node } from './syntax.ts';
import { lookUp, type Value } from './values.ts';

const NEWS = byName('new');

/** Text in pieces may be a program in whole. */
function noteBlob(parts: Value, node: Node, { world, script }: Reading): void {
  if (typeof parts !== 'object' || parts.kind !== 'bag') return;
  if (parts.all.every((part) => typeof part === 'string'))
    world.noteString(parts.all.join(''), { script, offset: node.start });
}

/** Reads a finished `new`: workers, sockets, images and the like. */
export function readNew(node: Node, reading: Reading): void {
  const { callee } = node;
  const name = lastName(callee);
  if (callee === undefined || name === undefined) return;
  const { world, scope } = reading;
  const values = (node.arguments ?? []).map((arg) => valueOf(arg, scope));
  if (callee.type === 'Identifier' && lookUp(scope, name) !== null) return;
  const row = NEWS.get(name);
  if (row !== undefined) {
    reading.understood(callee);
    // `new Audio()` without an address loads nothing.
    if (values.length > 0) sink(row, values, node, reading);
  }
  switch (name) {
    case 'XMLHttpRequest':
      reading.understood(callee);
      world.xhrUsed ??= spotOf(node, reading);
      return;
    case 'Function':
      world.addInsertion({ kind: 'code', values: values.slice(-1), ...spotOf(node, reading) });
      return;
    case 'Blob':
      noteBlob(values[0], node, reading);
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
