import type { DocumentBase, SourcePosition, ScriptReference } from '../model/index.ts';
import type { ScriptScope, SurveyValue } from './values.ts';

/** One script of the page, with its base URL and its position. */
export interface Script {
  readonly base: DocumentBase;
  readonly module: boolean;
  /** True for the code of an attribute such as `onclick`. */
  readonly handler: boolean;
  /** Number of scripts around this one (`eval`, `data:`). */
  readonly nesting: number;
  place(offset: number): SourcePosition;
}

/** A value that a script passes to the browser as an address to load. */
export interface SurveySink {
  readonly row: ScriptReference;
  readonly value: SurveyValue;
  /** The object whose property is written or whose method is called; set when the object decides whether the address is loaded. */
  readonly on?: SurveyValue;
  /** True when the value is a member of an object literal, which may describe an element or be any other data. */
  readonly member?: boolean;
  /** True when the value follows the name of an attribute in a call of an unknown function: it may be a word, not an address. */
  readonly perhapsWord?: boolean;
  readonly script: Script;
  readonly scope: ScriptScope;
  readonly offset: number;
}

/** Text that a script passes to the browser as markup or code: `document.write`, `eval`, `setTimeout('…')`. */
export interface Insertion {
  readonly kind: 'write' | 'code' | 'timer';
  readonly values: readonly SurveyValue[];
  readonly on?: SurveyValue;
  readonly script: Script;
  readonly offset: number;
}

/** A position in a script. */
export interface ScriptPosition {
  readonly script: Script;
  readonly offset: number;
}

/** A text that would load a resource if a script put it into the page. */
export interface LoadingText extends ScriptPosition {
  /** The address in the text; empty when the script adds the address at run time. */
  readonly url: string;
}
