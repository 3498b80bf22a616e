import { nameSet } from '../model/index.ts';
import { addAttributeSink } from './attribute-sinks.ts';
import { valueOf, type ScriptAddressSearchContext } from './survey-context.ts';
import type { ScriptNode } from './syntax.ts';
import type { ScriptScope, KnownExpressionValue } from './values.ts';

const NO_KEYS: readonly string[] = [];
/** Maximum number of elements of an array literal whose values are tracked. The values of a longer one are unknown. */
const BAG_MAX = 64;

/**
 * Types of syntax nodes that a destructuring pattern (`[a, b.c] = …`) may contain. A literal with any other node cannot become
 * a pattern.
 */
const ASSIGNABLE = nameSet(`
  Identifier MemberExpression ObjectExpression ArrayExpression AssignmentExpression SpreadElement
`);
const isFixed = (node: ScriptNode | null | undefined): boolean =>
  node !== null && node !== undefined && (node.fixed === true || !ASSIGNABLE.has(node.type));

/**
 * Removes the child nodes of an array or object literal that cannot be a destructuring pattern. They are not read again, and
 * large data would fill the memory.
 */
function dropMembers(node: ScriptNode): void {
  const members =
    node.elements ?? node.properties?.map(({ value }) => value as ScriptNode | undefined);
  if (members?.some(isFixed) !== true) return;
  node.fixed = true;
  if (node.elements !== undefined) node.elements = [];
  else node.properties = [];
}

/** Records an array literal as the list of the values that its elements may have. */
export function readArray(node: ScriptNode, { scope }: ScriptAddressSearchContext): void {
  readElements(node, scope);
  dropMembers(node);
}

/**
 * Records an object literal as a table of values. Its members also count as attributes of an element if a script may create an
 * element from the literal.
 */
export function readObjectLiteral(node: ScriptNode, context: ScriptAddressSearchContext): void {
  readProperties(node, context);
  dropMembers(node);
}

function readElements(node: ScriptNode, scope: ScriptScope): void {
  const all: KnownExpressionValue[] = [];
  for (const element of node.elements ?? []) {
    const value = valueOf(element, scope);
    // To save memory, an address that causes no request (`data:` or `#…`) is left out, except as the first element.
    if (typeof value === 'string' && all.length > 0 && /^(?:data:|#)/i.test(value)) continue;
    all.push(value);
    if (all.length > BAG_MAX) return;
  }
  if (all.length > 0) node.known = { kind: 'bag', keys: NO_KEYS, all };
}

/** Keys of an object literal that may contain the attributes of an element which a script creates. */
const ELEMENT_KEYS = nameSet('src srcset poster srcdoc');

/** Maximum number of members of an object literal whose values are tracked. The values of a larger one are unknown. */
const OBJECT_MEMBERS_MAX = 256;

/**
 * Records the members of an object literal as a table of values, and as attributes of an element that the script may create.
 */
function readProperties(node: ScriptNode, context: ScriptAddressSearchContext): void {
  const keys: string[] = [];
  const all: KnownExpressionValue[] = [];
  const properties = node.properties ?? [];
  let complete = properties.length > 0 && properties.length <= OBJECT_MEMBERS_MAX;
  let known = false;
  for (const property of properties) {
    const key = property.key?.name ?? property.key?.value;
    const name = property.computed === true ? valueOf(property.key, context.scope) : key;
    if (property.type !== 'Property' || typeof name !== 'string') {
      complete = false;
      continue;
    }
    if (property.key?.type === 'Literal') context.resolveUses(property.key);
    const value = valueOf(property.value as ScriptNode, context.scope);
    known ||= value !== undefined;
    keys.push(name);
    all.push(value);
    const isPlain =
      property.kind === 'init' && (property.value as ScriptNode).ownScope === undefined;
    if (isPlain && name.length < 12 && ELEMENT_KEYS.has(name.toLowerCase()))
      addAttributeSink(name, value, property, context, { member: true });
  }
  // Only an object with both `href` and `rel` is taken for the attributes of a link element.
  const href = keys.indexOf('href');
  if (href >= 0 && keys.includes('rel'))
    addAttributeSink('href', all[href], node, context, { member: true });
  if (complete && known) node.known = { kind: 'bag', keys, all };
}
