import type { Function as FunctionNode } from 'acorn';
import type { TextLevel } from './text-level.ts';

/**
 * A set of values that an expression may have. Every part only grows during the analysis, so it ends. `level` is the
 * class of texts that are not known one by one; `hosts` are objects of the browser (a tag name, `*` for any node,
 * `$…` for special objects, `@…` for globals).
 */
export interface Value {
  readonly bits: number;
  readonly level: TextLevel;
  /** There were too many known texts: of each one more only its class is kept, so the value stops growing. */
  readonly isMany: boolean;
  readonly texts: ReadonlySet<string>;
  readonly sites: ReadonlySet<AllocationSite>;
  readonly hosts: ReadonlySet<string>;
}

/** A place that holds a value: a variable, a field, a parameter, a result. It only grows. */
export interface ValueCell {
  value: Value;
}

/** An object, array or function that the page makes in one place of its code; all objects made there are one site. */
export interface AllocationSite {
  readonly kind: 'object' | 'array' | 'function';
  readonly fields: Map<string, ValueCell>;
  /** Objects whose fields it has as well: its prototype, what was copied into it. */
  readonly protos: Set<AllocationSite>;
  /** Functions that run when a field of this name is read or written. */
  readonly getters: Map<string, Set<AllocationSite>>;
  readonly setters: Map<string, Set<AllocationSite>>;
  /** Reachable by code that is not followed: its fields may be written by name from anywhere. */
  hasEscaped: boolean;
  /** A class of the browser is among its ancestors, so it may be an element. */
  isHost: boolean;
  readonly fn: FunctionFacts | null;
}

/** What the analysis knows of a function of the page, for all of its calls together. */
export interface FunctionFacts {
  readonly node: FunctionNode | null;
  readonly scope: Scope;
  readonly isArrow: boolean;
  readonly isLater: boolean;
  readonly params: ValueCell[];
  /** All arguments together: `arguments` and rest parameters. */
  readonly args: ValueCell;
  readonly returns: ValueCell;
  readonly self: ValueCell;
  /** What `new` makes. */
  instance: AllocationSite | null;
  /** Functions to which `super(…)` leads. */
  parents: ValueCell;
  /** Runs without a person doing anything. */
  runsWithoutUser: boolean;
  isCalled: boolean;
}

/** How a name came to be. Only some ways surely hide a name of the browser. */
export type Declaration = 'var' | 'function' | 'lexical' | 'parameter' | 'implicit';

/** A name in a scope. */
export interface Binding extends ValueCell {
  how: Declaration;
  /** A function in a block: outside the block the name may as well be one of an outer scope. */
  readonly isPerhaps: boolean;
  /** Number of the script that declares it, in the order of the page. */
  readonly script: number;
  /** Where in its script a `var` has its first value; before, and without one, it is `undefined`. */
  setFrom: number;
}

/** One scope of a finished script, with all its names: they are declared before anything is evaluated. */
export interface Scope {
  readonly parent: Scope | null;
  readonly names: Map<string, Binding>;
  /** `var` and functions in blocks go here. */
  readonly isFunction: boolean;
  readonly isGlobal: boolean;
}
