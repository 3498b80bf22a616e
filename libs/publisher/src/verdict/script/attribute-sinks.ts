import { SCRIPT_REFERENCES, type ScriptReference } from '../model/index.ts';
import type { Reading } from './reading.ts';
import type { Sink } from './records.ts';
import type { Node } from './syntax.ts';
import type { Value } from './values.ts';

/** Rows of properties that load, by name in lower case. */
export const PROPERTIES: ReadonlyMap<string, ScriptReference> = new Map(
  SCRIPT_REFERENCES.filter(({ shape }) => shape === 'property').map((row) => [
    row.name.toLowerCase(),
    row,
  ]),
);

/** Where a click or a sent form leads. */
export const LEADING = new Set(['action', 'formAction', 'formaction', 'ping']);

/** The sink an attribute of this name makes, if it loads; true when the name was one that loads. */
export function addAttributeSink(
  attribute: string,
  value: Value,
  node: Node,
  reading: Reading,
  how: Pick<Sink, 'on' | 'member' | 'perhapsWord'> = {},
): boolean {
  if (attribute.length > 12) return false;
  const { world, script, scope } = reading;
  const name = attribute.toLowerCase();
  if (name === 'srcdoc') {
    world.addMarkup(value, { script, offset: node.start });
    return true;
  }
  if (name === 'http-equiv') noteHttpEquiv(value, node, reading);
  if (LEADING.has(name)) world.setsAction = true;
  const row = PROPERTIES.get(name);
  if (row === undefined) return false;
  world.addSink({ row, value, ...how, script, scope, offset: node.start });
  return true;
}

/** A `meta` element that sends visitors on, made by a script. */
export function noteHttpEquiv(value: Value, node: Node, { world, script, scope }: Reading): void {
  if (typeof value !== 'string' || value.trim().toLowerCase() === 'refresh')
    world.addMention("'refresh'", scope, { script, offset: node.start });
}
