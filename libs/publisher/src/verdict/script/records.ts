import type { Base, Place, ScriptReference } from '../model/index.ts';
import type { Scope, Value } from './values.ts';

/** One script of the page: where its addresses resolve and where its text lies. */
export interface Script {
  readonly base: Base;
  readonly module: boolean;
  /** Code of an attribute such as `onclick`: a person starts it. */
  readonly handler: boolean;
  /** How often code was taken out of code (`eval`, `data:`) to get here. */
  readonly nesting: number;
  place(offset: number): Place;
}

/** An address handed to the browser. */
export interface Sink {
  readonly row: ScriptReference;
  readonly value: Value;
  /** What it is set on, where that decides whether it loads. */
  readonly on?: Value;
  /** A member of an object literal: perhaps the attribute of an element to be, perhaps something else. */
  readonly member?: boolean;
  /** Given to a function of any name beside the name of an attribute: a word that is no address may be a word. */
  readonly perhapsWord?: boolean;
  readonly script: Script;
  readonly scope: Scope;
  readonly offset: number;
}

/** Markup or code handed to the browser as text: `document.write`, `eval`, `setTimeout('…')`. */
export interface Insertion {
  readonly kind: 'write' | 'code' | 'timer';
  readonly values: readonly Value[];
  readonly on?: Value;
  readonly script: Script;
  readonly offset: number;
}

/** A place in a script. */
export interface Spot {
  readonly script: Script;
  readonly offset: number;
}

/** A string that would load, and its address as far as it stands there. */
export interface LoadingSpot extends Spot {
  readonly url: string;
}
