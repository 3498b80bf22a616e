import type { DocumentBase, SourcePosition, ScriptReference } from '../model/index.ts';
import type { ScriptScope, SurveyValue } from './values.ts';

/** One script of the page: its base URL, kind, nesting and position. */
export interface PageScript {
  readonly base: DocumentBase;
  readonly module: boolean;
  /** True for the code of an attribute such as `onclick` and of a `javascript:` address. */
  readonly handler: boolean;
  /** Number of documents and scripts (`srcdoc`, `eval`, `data:`) that contain this script. */
  readonly nesting: number;
  place(offset: number): SourcePosition;
}

/** A value that a script passes to the browser, and the construct that loads it as an address. */
export interface SurveySink {
  readonly row: ScriptReference;
  readonly value: SurveyValue;
  /** The object with the property or method. Set when it depends on the object whether the address is loaded. */
  readonly on?: SurveyValue;
  /** True when the value is a member of an object literal, which may describe an element or be any other data. */
  readonly member?: boolean;
  /** True when the value follows an attribute name in a call of an unknown function. It may be a word and no address. */
  readonly perhapsWord?: boolean;
  readonly script: PageScript;
  readonly scope: ScriptScope;
  readonly offset: number;
}

/** Text that a script passes to the browser as markup or code: `document.write`, `eval`, `setTimeout('…')`. */
export interface Insertion {
  readonly kind: 'write' | 'code' | 'timer';
  readonly values: readonly SurveyValue[];
  readonly on?: SurveyValue;
  readonly script: PageScript;
  readonly offset: number;
}

/** An offset in a script. */
export interface ScriptPosition {
  readonly script: PageScript;
  readonly offset: number;
}

/** A text in a script that would load a resource if the script inserted it into the page. */
export interface LoadingText extends ScriptPosition {
  /** The address in the text; empty when the script adds the address at run time. */
  readonly url: string;
}
