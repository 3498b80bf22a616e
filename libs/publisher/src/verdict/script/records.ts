import type {
  DocumentBaseUrl,
  SourcePosition,
  ReferencingScriptConstruct,
} from '../model/index.ts';
import type { ScriptScope, KnownExpressionValue } from './values.ts';

/** One script of the page: its kind, the base URL of its document, its nesting and the positions of its text in the page. */
export interface PageScript {
  readonly base: DocumentBaseUrl;
  readonly module: boolean;
  /** True for the code of an attribute such as `onclick` and of a `javascript:` address. */
  readonly handler: boolean;
  /** Number of documents and scripts (`srcdoc`, `eval`, `data:`) inside which this script is nested. */
  readonly nesting: number;
  place(offset: number): SourcePosition;
}

/** A script and an offset in it. */
export interface PositionInScript {
  readonly script: PageScript;
  readonly offset: number;
}

/** A value that a script passes to a construct which loads it as an address (a sink). */
export interface ValuePassedToSink extends PositionInScript {
  readonly row: ReferencingScriptConstruct;
  readonly value: KnownExpressionValue;
  /**
   * The object whose property is assigned or whose method is called. Set when the object decides whether the address is loaded.
   */
  readonly on?: KnownExpressionValue;
  /** True when the value is a member of an object literal, which may describe an element or be any other data. */
  readonly member?: boolean;
  /** True when the value follows an attribute name in a call of an unknown function. It may be a word and no address. */
  readonly perhapsWord?: boolean;
  readonly scope: ScriptScope;
}

/** Text that a script passes to the browser as markup or code: `document.write`, `eval`, `setTimeout('…')`. */
export interface MarkupOrCodeInsertion extends PositionInScript {
  readonly kind: 'write' | 'code' | 'timer';
  readonly values: readonly KnownExpressionValue[];
  readonly on?: KnownExpressionValue;
}

/** A text in a script that would load a resource if the script inserted it into the page. */
export interface ResourceLoadingStringInScript extends PositionInScript {
  /** The address that the text would load; empty when the script adds the address at run time. */
  readonly url: string;
}

/**
 * A call of a named function. Its arguments become possible values of the function's parameters when the whole page has been
 * read.
 */
export interface UnresolvedFunctionCall {
  readonly name: string;
  readonly scope: ScriptScope;
  readonly values: readonly KnownExpressionValue[];
  readonly sure: boolean;
}

/** An assignment to a name that no script has declared yet. */
export interface UndeclaredNameAssignment {
  readonly name: string;
  readonly scope: ScriptScope;
  readonly value: KnownExpressionValue;
}
