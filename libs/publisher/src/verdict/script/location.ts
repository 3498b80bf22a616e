import { nameSet } from '../model/index.ts';
import { GLOBAL_OBJECTS, lastName } from './survey-context.ts';
import type { ScriptNode } from './syntax.ts';
import { findBinding, type ScriptScope } from './values.ts';

/** Names of objects with a member `location`. Assigning to this member loads another page. */
const LOCATION_OWNERS: ReadonlySet<string> = new Set([
  ...GLOBAL_OBJECTS,
  ...['document', 'contentWindow', 'contentDocument', 'defaultView', 'ownerDocument', 'opener'],
]);

/** Members of `location`. Assigning to one loads another page; `hash` is missing because it does not. */
export const LOCATION_PARTS = nameSet('href pathname search host hostname protocol port');

/** True for an expression whose value is the `location` of a window. */
export function isLocation(node: ScriptNode, scope: ScriptScope): boolean {
  if (node.type === 'Identifier')
    return node.name === 'location' && findBinding(scope, 'location') === null;
  const owner = lastName(node.object);
  return lastName(node) === 'location' && owner !== undefined && LOCATION_OWNERS.has(owner);
}
