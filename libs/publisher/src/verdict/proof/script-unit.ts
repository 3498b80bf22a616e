import type { SourcePosition } from '../model/index.ts';
import type { NodeScopes } from './scope.ts';

/** One program of the page: its position in the order of execution, its kind and its scopes. */
export interface ScriptUnit {
  readonly index: number;
  readonly kind: 'classic' | 'module' | 'handler' | 'user-handler';
  readonly scopes: NodeScopes;
  readonly place: (offset: number) => SourcePosition;
}

/** A construct at an offset of a script for which there is no proof that it loads nothing. */
export interface Doubt {
  readonly script: ScriptUnit;
  readonly offset: number;
  readonly construct: string;
  readonly url: string | undefined;
}
