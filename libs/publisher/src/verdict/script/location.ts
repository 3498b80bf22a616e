import { SCRIPT_REFERENCES, type ScriptReference } from '../model/index.ts';
import { GLOBAL_OBJECTS, lastName } from './reading.ts';
import type { Node } from './syntax.ts';
import { lookUp, type Scope } from './values.ts';

/** `location = …`, by whatever name. */
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

/** What has a `location` that leads to another address when it is set. */
const LOCATION_OWNERS: ReadonlySet<string> = new Set([
  ...GLOBAL_OBJECTS,
  ...['document', 'contentWindow', 'contentDocument', 'defaultView', 'ownerDocument', 'opener'],
]);

/** Members of it that do as well; `hash` stays on the page. */
export const LOCATION_PARTS = new Set([
  'href',
  'pathname',
  'search',
  'host',
  'hostname',
  'protocol',
  'port',
]);

/** True for an expression that is the address of a window. */
export function isLocation(node: Node, scope: Scope): boolean {
  if (node.type === 'Identifier')
    return node.name === 'location' && lookUp(scope, 'location') === null;
  const owner = lastName(node.object);
  return lastName(node) === 'location' && owner !== undefined && LOCATION_OWNERS.has(owner);
}
