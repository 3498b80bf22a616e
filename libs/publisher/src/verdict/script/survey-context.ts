import { SCRIPT_REFERENCES, type ReferencingScriptConstruct, nameSet } from '../model/index.ts';
import type { PageScript } from './records.ts';
import { resolve } from './resolve.ts';
import type { ScriptNode } from './syntax.ts';
import { findBinding, type ScriptScope, type KnownExpressionValue } from './values.ts';
import type { ScriptAddressSearchRecords } from './script-survey.ts';

/** The context in which a syntax node is read: its script and scope, and the survey that records what it loads. */
export interface ScriptAddressSearchContext {
  readonly survey: ScriptAddressSearchRecords;
  readonly script: PageScript;
  readonly scope: ScriptScope;
  /**
   * Removes the recorded references to loading functions (such as `fetch`) at these nodes. The caller handles these references,
   * so they need no warning.
   */
  resolveUses(...nodes: readonly (ScriptNode | null | undefined)[]): void;
}

/** Returns what is known about the value of an expression of a script, or undefined when nothing is known. */
export function valueOf(
  node: ScriptNode | null | undefined,
  scope: ScriptScope,
): KnownExpressionValue {
  if (node === null || node === undefined) return undefined;
  if (node.known !== undefined) return node.known;
  if (node.type === 'Identifier' && node.name !== undefined)
    return { kind: 'name', name: node.name, scope };
  if (node.type !== 'Literal') return undefined;
  return typeof node.value === 'string' || typeof node.value === 'number'
    ? String(node.value)
    : undefined;
}

/** The last name in an expression: `fetch` for `fetch`, `window.fetch` and `self['fetch']`. */
export function lastName(node: ScriptNode | null | undefined): string | undefined {
  if (node?.type === 'Identifier') return node.name;
  if (node?.type === 'Import') return 'import()';
  const known = node?.known;
  return typeof known === 'object' && known.kind === 'member' ? known.key : undefined;
}

/** Names by which scripts refer to the window. */
export const GLOBAL_OBJECTS: ReadonlySet<string> = nameSet(
  'window self globalThis top parent frames',
);

/** Global functions and classes that send requests. A mention outside a call counts, because a script can call the value elsewhere. */
export const SURVEYED_GLOBALS: ReadonlySet<string> = nameSet(`
  fetch fetchLater XMLHttpRequest WebSocket WebSocketStream WebTransport EventSource Worker
  SharedWorker importScripts RTCPeerConnection webkitRTCPeerConnection caches eval
`);
/** Names of methods that send requests. They count on any object. */
export const SURVEYED_METHODS: ReadonlySet<string> = new Set(['sendBeacon', 'addModule']);
/** Names of members of objects that may load a resource, navigate or insert markup. */
const LOADING_KEYS: ReadonlySet<string> = new Set([
  ...SURVEYED_GLOBALS,
  ...SURVEYED_METHODS,
  ...SCRIPT_REFERENCES.filter(({ shape }) => shape === 'property').map(({ name }) => name),
  ...['innerHTML', 'outerHTML', 'write', 'location', 'click', 'submit'],
]);

/** For `object[name]`: returns the first value of the variable `name` if this value is in `LOADING_KEYS`, else undefined. */
export function loadingKey(
  property: ScriptNode | undefined,
  scope: ScriptScope,
): string | undefined {
  if (property?.type !== 'Identifier' || property.name === undefined) return undefined;
  const [first] = findBinding(scope, property.name)?.values ?? [];
  const key = first?.value;
  return typeof key === 'string' && LOADING_KEYS.has(key) ? key : undefined;
}

/** The browser's global to which an identifier refers, directly or through a variable; undefined for other nodes. */
export function globalNameOf(
  node: ScriptNode | null | undefined,
  scope: ScriptScope,
): string | undefined {
  if (node?.type !== 'Identifier') return undefined;
  const found = resolve(valueOf(node, scope)).find(({ is }) => is === 'global');
  return found?.is === 'global' ? found.name : undefined;
}

/** Returns the rows of `SCRIPT_REFERENCES` with this `shape`, as a map by function, class or property name. */
export const rowsByName = (
  shape: ReferencingScriptConstruct['shape'],
): ReadonlyMap<string, ReferencingScriptConstruct> =>
  new Map(SCRIPT_REFERENCES.filter((row) => row.shape === shape).map((row) => [row.name, row]));
