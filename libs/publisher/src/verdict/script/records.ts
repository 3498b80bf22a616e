import type { Base, SourcePosition, ScriptReference } from '../model/index.ts';
import type { ScriptScope, SurveyValue } from './values.ts';

/** One script of the page, with its base URL and its position. */
export interface Script {
  readonly base: Base;
  readonly module: boolean;
  /** True for the code of an attribute such as `onclick`. */
  readonly handler: boolean;
  /** Number of scripts around this one (`eval`, `data:`). */
  readonly nesting: number;
  place(offset: number): SourcePosition;
}

/** A value that a script passes to the browser as an address. */
export interface SurveySink {
  readonly row: ScriptReference;
  readonly value: SurveyValue;
  /** The object of the write or call, where it decides whether the address loads. */
  readonly on?: SurveyValue;
  /** True for a member of an object literal, which may be the attribute of an element or any other data. */
  readonly member?: boolean;
  /** True for an argument after the name of an attribute in a function of any name: it may be a word instead of an address. */
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

/** A text that would load in the page, with its address as far as the text holds it. */
export interface LoadingText extends ScriptPosition {
  readonly url: string;
}
