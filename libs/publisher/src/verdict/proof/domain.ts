import type { Function as FunctionNode } from 'acorn';
import type { TextLevel } from './text-level.ts';

/**
 * A set of values that an expression may have. Every part only grows during the analysis, so the analysis ends. `level` is
 * the class of texts that are not listed individually; `hosts` are objects of the browser (a tag name, `*` for any node,
 * `$…` for special objects, `@…` for globals).
 */
export interface Value {
  readonly bits: number;
  readonly level: TextLevel;
  /** True after the limit of known texts: only the class of each further text is stored, so the value stops growing. */
  readonly isMany: boolean;
  readonly texts: ReadonlySet<string>;
  readonly sites: ReadonlySet<AllocationSite>;
  readonly hosts: ReadonlySet<string>;
}

/** Storage for a value that only grows: a variable, a field, a parameter, a result. */
export interface ValueCell {
  value: Value;
}

/** The objects, arrays or functions that one node of the page's code creates; all of them are one site. */
export interface AllocationSite {
  readonly kind: 'object' | 'array' | 'function';
  readonly fields: Map<string, ValueCell>;
  /** Objects whose fields it also has: its prototype and objects that were copied into it. */
  readonly protos: Set<AllocationSite>;
  /** Functions that run when a field of this name is read or written. */
  readonly getters: Map<string, Set<AllocationSite>>;
  readonly setters: Map<string, Set<AllocationSite>>;
  /** True when code that is not evaluated can reach it, and may write its fields by name. */
  hasEscaped: boolean;
  /** True when a class of the browser is among its ancestors, so that it may be an element. */
  isHost: boolean;
  readonly fn: FunctionFacts | null;
}

/** Facts of a function of the page, joined over all its calls. */
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
  /** The object that `new` creates. */
  instance: AllocationSite | null;
  /** Functions to which `super(…)` leads. */
  parents: ValueCell;
  /** True when it runs without an action of a visitor. */
  runsWithoutUser: boolean;
  isCalled: boolean;
}

/** The kind of a declaration. Only some kinds certainly hide a name of the browser. */
export type Declaration = 'var' | 'function' | 'lexical' | 'parameter' | 'implicit';

/** A name in a scope. */
export interface Binding extends ValueCell {
  how: Declaration;
  /** True for a function in a block: outside of the block the name may also refer to an outer scope. */
  readonly isPerhaps: boolean;
  /** Index of the script that declares it, in the order of the page. */
  readonly script: number;
  /** Offset of the first assignment to a `var` in its script; before it, and without one, the value is `undefined`. */
  setFrom: number;
}

/** One scope of a script with all its names, which are collected before the evaluation. */
export interface Scope {
  readonly parent: Scope | null;
  readonly names: Map<string, Binding>;
  /** True for the scope that receives `var` and functions in blocks. */
  readonly isFunction: boolean;
  readonly isGlobal: boolean;
}
