import type { SourcePosition } from '../model/index.ts';
import type { ScopesByNode } from './scope.ts';

/** One program of the page: its index in page order, its kind and its scopes. */
export interface ScriptOrHandlerProgram {
  readonly index: number;
  readonly kind: 'classic' | 'module' | 'handler' | 'user-handler';
  readonly scopes: ScopesByNode;
  readonly place: (offset: number) => SourcePosition;
}

/** A construct in a script for which it is not proven that it loads nothing, with its offset in the script. */
export interface PossibleResourceLoadInScript {
  readonly script: ScriptOrHandlerProgram;
  readonly offset: number;
  readonly construct: string;
  readonly url: string | undefined;
}
