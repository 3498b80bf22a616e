import { SCRIPT_REFERENCES, type ScriptReference, nameSet } from '../model/index.ts';
import { GLOBAL_OBJECTS, lastName } from './survey-context.ts';
import type { ScriptNode } from './syntax.ts';
import { findBinding, type ScriptScope } from './values.ts';

/** The row of `SCRIPT_REFERENCES` for `location = …` and for every other way in which a script navigates. */
export const LOCATION_ROW: ScriptReference = SCRIPT_REFERENCES.find(
  ({ name }) => name === 'location',
) ?? {
  construct: 'location =',
  shape: 'special',
  name: 'location',
  argument: 0,
  class: 'required',
  code: 'runtime_external',
  source: '',
};

/** Objects whose `location` navigates when it is set. */
const LOCATION_OWNERS: ReadonlySet<string> = new Set([
  ...GLOBAL_OBJECTS,
  ...['document', 'contentWindow', 'contentDocument', 'defaultView', 'ownerDocument', 'opener'],
]);

/** Members of a location that navigate when they are set; `hash` stays on the page. */
export const LOCATION_PARTS = nameSet('href pathname search host hostname protocol port');

/** True for an expression that is the location of a window. */
export function isLocation(node: ScriptNode, scope: ScriptScope): boolean {
  if (node.type === 'Identifier')
    return node.name === 'location' && findBinding(scope, 'location') === null;
  const owner = lastName(node.object);
  return lastName(node) === 'location' && owner !== undefined && LOCATION_OWNERS.has(owner);
}
