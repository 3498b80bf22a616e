import { Parser, type Options } from 'acorn';
import type { ScriptScope, KnownExpressionValue } from './values.ts';

/**
 * A syntax node of acorn (the JavaScript parser), with the members of all node types. The node readers choose the members by
 * `type`.
 */
export interface ScriptNode {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  operator?: string;
  computed?: boolean;
  kind?: string;
  object?: ScriptNode;
  property?: ScriptNode;
  callee?: ScriptNode;
  arguments?: ScriptNode[];
  left?: ScriptNode;
  right?: ScriptNode;
  test?: ScriptNode | null;
  consequent?: ScriptNode;
  alternate?: ScriptNode | null;
  argument?: ScriptNode | null;
  elements?: (ScriptNode | null)[];
  properties?: ScriptNode[];
  key?: ScriptNode;
  id?: ScriptNode | null;
  init?: ScriptNode | null;
  declarations?: ScriptNode[];
  params?: ScriptNode[];
  source?: ScriptNode | null;
  quasis?: ScriptNode[];
  expressions?: ScriptNode[];
  expression?: ScriptNode | boolean;
  body?: ScriptNode | ScriptNode[];
  /** The value of the expression as far as it is known. The function that reads the node sets it. */
  known?: KnownExpressionValue;
  /**
   * Removes the value that this assignment recorded. Called when the parser finds that the assignment is the default value of a
   * parameter.
   */
  undo?: () => void;
  /** True for an array or object literal that cannot be a destructuring pattern; its child nodes were removed to save memory. */
  fixed?: boolean;
  /** For a function, its scope. Set when acorn has parsed the function. */
  ownScope?: ScriptScope;
}

/** The members of acorn's parser that a subclass overrides or uses (`Parser.extend`). acorn has kept them since version 6. */
export interface AcornParserInternals {
  readonly start: number;
  readonly lastTokEnd: number;
  readonly scopeStack: ScriptScope[];
  parse(): unknown;
  nextToken(): void;
  finishNode(node: ScriptNode, type: string): ScriptNode;
  next(): void;
  parseLiteral(value: unknown): ScriptNode;
  parseExprAtom(errors?: unknown, forInit?: unknown, forNew?: unknown): ScriptNode;
  toAssignable(node: ScriptNode, isBinding?: boolean, errors?: unknown): ScriptNode;
  enterScope(flags: number): void;
  exitScope(): void;
  declareName(name: string, type: number, start: number): void;
  checkLocalExport(id: ScriptNode): void;
  checkExport(exports: unknown, name: unknown, start: number): void;
  raiseRecoverable(start: number, message: string): void;
}

/** acorn's parser, with the type of a class that can be extended. */
// acorn's types leave out the members that plugins override, so the cast is needed.
export const SyntaxParser = Parser as unknown as new (
  options: Options,
  input: string,
) => AcornParserInternals;

/** Kinds of declarations; the numbers are those of acorn. */
export const BIND = { VAR: 1, LEXICAL: 2, FUNCTION: 3, SIMPLE_CATCH: 4 } as const;
/**
 * Flags of the scopes that receive `var` declarations (top level, function, class static block); the numbers are those of
 * acorn.
 */
export const VAR_SCOPE = 1 | 2 | 256;
