import { SCRIPT_REFERENCES, type ScriptReference } from '../model/index.ts';
import type { Script } from './records.ts';
import { resolve } from './resolve.ts';
import type { Node } from './syntax.ts';
import { lookUp, type Scope, type Value } from './values.ts';
import type { ScriptWorld } from './world.ts';

/** Everything the reader of one node needs. */
export interface Reading {
  readonly world: ScriptWorld;
  readonly script: Script;
  readonly scope: Scope;
  /** The names at these nodes were understood and need no warning of their own. */
  understood(...nodes: readonly (Node | null | undefined)[]): void;
}

/** What an expression evaluates to, as far as it is known. */
export function valueOf(node: Node | null | undefined, scope: Scope): Value {
  if (node === null || node === undefined) return undefined;
  if (node.known !== undefined) return node.known;
  if (node.type === 'Identifier' && node.name !== undefined)
    return { kind: 'name', name: node.name, scope };
  if (node.type !== 'Literal') return undefined;
  return typeof node.value === 'string' || typeof node.value === 'number'
    ? String(node.value)
    : undefined;
}

/** The name an expression ends in: `fetch`, `window.fetch` and `self['fetch']` are all `fetch`. */
export function lastName(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Identifier') return node.name;
  if (node?.type === 'Import') return 'import()';
  const known = node?.known;
  return typeof known === 'object' && known.kind === 'member' ? known.key : undefined;
}

/** Names of the global object. */
export const GLOBAL_OBJECTS: ReadonlySet<string> = new Set([
  'window',
  'self',
  'globalThis',
  'top',
  'parent',
  'frames',
]);

/** Names whose mere use may load, because they can be handed on and called elsewhere. */
export const LOADING_GLOBALS: ReadonlySet<string> = new Set([
  'fetch',
  'fetchLater',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'Worker',
  'SharedWorker',
  'importScripts',
  'RTCPeerConnection',
  'webkitRTCPeerConnection',
  'caches',
  'eval',
]);
/** The same for methods, whatever they are taken from. */
export const LOADING_METHODS: ReadonlySet<string> = new Set(['sendBeacon', 'addModule']);
/** Names under which a computed member may load, beside those that load by themselves. */
const LOADING_KEYS: ReadonlySet<string> = new Set([
  ...LOADING_GLOBALS,
  ...LOADING_METHODS,
  ...SCRIPT_REFERENCES.filter(({ shape }) => shape === 'property').map(({ name }) => name),
  ...['innerHTML', 'outerHTML', 'write', 'location', 'click', 'submit'],
]);

/** The key of `object[name]` where the name's one value is that of something that loads. */
export function loadingKey(property: Node | undefined, scope: Scope): string | undefined {
  if (property?.type !== 'Identifier' || property.name === undefined) return undefined;
  const [first] = lookUp(scope, property.name)?.values ?? [];
  const key = first?.value;
  return typeof key === 'string' && LOADING_KEYS.has(key) ? key : undefined;
}

/** The global that a name means, by its own name or by one that was given it. */
export function globalNameOf(node: Node | null | undefined, scope: Scope): string | undefined {
  if (node?.type !== 'Identifier') return undefined;
  const found = resolve(valueOf(node, scope)).find(({ is }) => is === 'global');
  return found?.is === 'global' ? found.name : undefined;
}

/** Rows of the table of references that have a shape, by name. */
export const byName = (shape: ScriptReference['shape']): ReadonlyMap<string, ScriptReference> =>
  new Map(SCRIPT_REFERENCES.filter((row) => row.shape === shape).map((row) => [row.name, row]));
