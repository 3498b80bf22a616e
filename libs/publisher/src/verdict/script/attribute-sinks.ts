import { SCRIPT_REFERENCES, type ReferencingScriptConstruct, nameSet } from '../model/index.ts';
import type { ScriptAddressSearchContext } from './survey-context.ts';
import type { ValuePassedToSink } from './records.ts';
import type { ScriptNode } from './syntax.ts';
import type { KnownExpressionValue } from './values.ts';

/**
 * The rows of `SCRIPT_REFERENCES` for properties, by property name in lower case. Assigning to such a property loads a
 * resource.
 */
export const PROPERTY_ROWS: ReadonlyMap<string, ReferencingScriptConstruct> = new Map(
  SCRIPT_REFERENCES.filter(({ shape }) => shape === 'property').map((row) => [
    row.name.toLowerCase(),
    row,
  ]),
);

/** Elements whose `data` attribute loads a resource. */
export const OBJECT_TAGS: ReadonlySet<string> = new Set(['object', 'embed']);

/** Attributes and properties whose address receives the data of a form, or the report of a click (`ping`). */
export const LEADING_ATTRIBUTES = nameSet('action formAction formaction ping');

/**
 * Records the value that a script gives to an attribute if the attribute loads a resource, and returns true. Returns false for
 * any other attribute.
 */
export function addAttributeSink(
  attribute: string,
  value: KnownExpressionValue,
  node: ScriptNode,
  context: ScriptAddressSearchContext,
  how: Pick<ValuePassedToSink, 'on' | 'member' | 'perhapsWord'> = {},
): boolean {
  if (attribute.length > 12) return false;
  const { survey, script, scope } = context;
  const name = attribute.toLowerCase();
  if (name === 'srcdoc') {
    survey.addMarkup(value, { script, offset: node.start });
    return true;
  }
  if (name === 'http-equiv') noteHttpEquiv(value, node, context);
  if (LEADING_ATTRIBUTES.has(name)) survey.setsAction = true;
  const row = PROPERTY_ROWS.get(name);
  if (row === undefined) return false;
  survey.addSink({ row, value, ...how, script, scope, offset: node.start });
  return true;
}

/**
 * Records that a script sets the `http-equiv` of a `meta` element to `refresh` or to an unknown value, and so may redirect the
 * page.
 */
export function noteHttpEquiv(
  value: KnownExpressionValue,
  node: ScriptNode,
  { survey, script, scope }: ScriptAddressSearchContext,
): void {
  if (typeof value !== 'string' || value.trim().toLowerCase() === 'refresh')
    survey.addMention("'refresh'", scope, { script, offset: node.start });
}
