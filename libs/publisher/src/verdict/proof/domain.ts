import type { Function as FunctionNode } from 'acorn';
import type { TextLevel } from './text-level.ts';

/**
 * An abstract value: the set of values that an expression may have at run time. `level` is the class of the strings that are
 * not listed in `texts`. `hosts` are objects of the browser: a tag name, `*` (any node), `$…` (special object) or `@…` (global).
 */
export interface Value {
  readonly bits: number;
  readonly level: TextLevel;
  /** True after the limit of `texts`: only the class of each further string is stored, so the value stops growing. */
  readonly isMany: boolean;
  readonly texts: ReadonlySet<string>;
  readonly sites: ReadonlySet<AllocationSite>;
  readonly hosts: ReadonlySet<string>;
}

/** The storage of a variable, field, parameter or result. Its set of values only grows, so the analysis ends. */
export interface ValueCell {
  value: Value;
}

/** All objects, arrays or functions that one syntax node of the page's code creates. The analysis treats them as one object. */
export interface AllocationSite {
  readonly kind: 'object' | 'array' | 'function';
  readonly fields: Map<string, ValueCell>;
  /** Sites from which the object inherits fields: the prototypes. */
  readonly protos: Set<AllocationSite>;
  /** Functions that run when the field of this name is read (`getters`) or written (`setters`). */
  readonly getters: Map<string, Set<AllocationSite>>;
  readonly setters: Map<string, Set<AllocationSite>>;
  /** True when code that is not evaluated can reach the object and may write its fields. */
  hasEscaped: boolean;
  /** True when the object inherits from a class of the browser and so may be an element. */
  isHost: boolean;
  readonly fn: FunctionFacts | null;
}

/** The facts about a function of the page, joined over all its calls. */
export interface FunctionFacts {
  readonly node: FunctionNode | null;
  readonly scope: Scope;
  readonly isArrow: boolean;
  /** True for async functions and generators, whose body does not run to its end during the call. */
  readonly isLater: boolean;
  readonly params: ValueCell[];
  /** The values of all arguments together, for `arguments` and rest parameters. */
  readonly args: ValueCell;
  readonly returns: ValueCell;
  readonly self: ValueCell;
  /** The object that `new` of the function creates; null before the first `new`. */
  instance: AllocationSite | null;
  /** The superclasses, whose constructors `super(…)` calls. */
  parents: ValueCell;
  /** True when the function may run without an action of the visitor. */
  runsWithoutUser: boolean;
  isCalled: boolean;
}

/** The kind of a declaration; it decides whether the name hides a global of the browser with certainty. */
export type Declaration = 'var' | 'function' | 'lexical' | 'parameter' | 'implicit';

/** A variable of a scope, with its possible values. */
export interface Binding extends ValueCell {
  how: Declaration;
  /** True for a function declared in a block: outside the block, the name may also refer to a variable of an outer scope. */
  readonly isPerhaps: boolean;
  /** Index of the script that declares the variable, in the order of the page; -1 for implicit globals. */
  readonly script: number;
  /** Offset of the first initialization of a `var` in its script, Infinity without one. Before it the value may be `undefined`. */
  setFrom: number;
}

/** A lexical scope of a script. All its names are collected before the evaluation. */
export interface Scope {
  readonly parent: Scope | null;
  readonly names: Map<string, Binding>;
  /** True for a scope in which `var` declarations of its blocks are visible: a function or the whole script. */
  readonly isFunction: boolean;
  readonly isGlobal: boolean;
}
