import type { SourcePosition } from '../model/index.ts';
import type { NodeScopes } from './scope.ts';

/** One program of the page. */
export interface ScriptUnit {
  readonly index: number;
  readonly kind: 'classic' | 'module' | 'handler' | 'user-handler';
  readonly scopes: NodeScopes;
  readonly place: (offset: number) => SourcePosition;
}

/** A place at which the analysis cannot prove that nothing is loaded. */
export interface Doubt {
  readonly script: ScriptUnit;
  readonly offset: number;
  readonly construct: string;
  readonly url: string | undefined;
}
