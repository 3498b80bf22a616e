import type { Node } from './script-syntax.ts';
import type { Scope, Value } from './script-values.ts';
import type { Script, ScriptWorld } from './script-world.ts';

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
