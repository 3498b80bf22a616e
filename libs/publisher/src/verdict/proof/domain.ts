import type { Function as FunctionNode } from 'acorn';
import type { StringContentClass } from './text-level.ts';

/**
 * An abstract value: the set of values that an expression may have at run time. `texts` lists known strings; `level` is the
 * class of all other strings. `hosts` are objects of the browser: a tag name, `*` (any node), `$…` (a special object) or `@…`
 * (a global).
 */
export interface AbstractValue {
  readonly bits: number;
  readonly level: StringContentClass;
  /**
   * True when there were more strings than `texts` may list. For further strings only the class is stored, so that the value
   * stops growing.
   */
  readonly isMany: boolean;
  readonly texts: ReadonlySet<string>;
  readonly sites: ReadonlySet<AllocationSite>;
  readonly hosts: ReadonlySet<string>;
}

/**
 * The storage for the possible values of a variable, field, parameter or result. Values are only added, so the analysis comes
 * to an end.
 */
export interface AbstractValueCell {
  value: AbstractValue;
}

/** All objects, arrays or functions that one syntax node of the page's code creates. The analysis treats them as one object. */
export interface AllocationSite {
  readonly kind: 'object' | 'array' | 'function';
  readonly fields: Map<string, AbstractValueCell>;
  /** The possible prototypes of the object, from which it inherits fields. */
  readonly protos: Set<AllocationSite>;
  /** Functions that run when the field of this name is read (`getters`) or written (`setters`). */
  readonly getters: Map<string, Set<AllocationSite>>;
  readonly setters: Map<string, Set<AllocationSite>>;
  /** True when code that the analysis does not evaluate may reach the object and write its fields. */
  hasEscaped: boolean;
  /** True when the object inherits from a class of the browser and so may be an element. */
  isHost: boolean;
  readonly fn: FunctionSummary | null;
}

/** What the analysis knows about a function of the page's code, joined over all its calls. */
export interface FunctionSummary {
  readonly node: FunctionNode | null;
  readonly scope: LexicalScope;
  readonly isArrow: boolean;
  /** True for async functions and generators: their body may continue after the call has returned. */
  readonly isLater: boolean;
  readonly params: AbstractValueCell[];
  /** The values of all arguments together, for `arguments` and rest parameters. */
  readonly args: AbstractValueCell;
  readonly returns: AbstractValueCell;
  readonly self: AbstractValueCell;
  /** The object that `new` creates from the function; null before the first `new`. */
  instance: AllocationSite | null;
  /** The superclasses of a class. `super(…)` calls their constructors. */
  parents: AbstractValueCell;
  /** True when the function may run without an action of the visitor. */
  runsWithoutUser: boolean;
  isCalled: boolean;
}

/** The kind of a declaration. On it depends whether the declared name always hides a browser global of the same name. */
export type DeclarationKind = 'var' | 'function' | 'lexical' | 'parameter' | 'implicit';

/** A variable of a scope, with its possible values. */
export interface VariableBinding extends AbstractValueCell {
  how: DeclarationKind;
  /** True for a function that a block declares. Outside the block, its name may also refer to a variable of an outer scope. */
  readonly isPerhaps: boolean;
  /** Index of the script that declares the variable, in page order. -1 for a global that is assigned without a declaration. */
  readonly script: number;
  /**
   * Offset in its script after which a `var` is initialized; Infinity when it never is. Before it the value may be `undefined`.
   */
  setFrom: number;
}

/** A lexical scope of a script. All its names are known before the evaluation starts. */
export interface LexicalScope {
  readonly parent: LexicalScope | null;
  readonly names: Map<string, VariableBinding>;
  /** True for a scope that receives the `var` declarations of its blocks: a function or the whole script. */
  readonly isFunction: boolean;
  readonly isGlobal: boolean;
}
