import { Parser, type Options } from 'acorn';
import type { ScriptScope, SurveyValue } from './values.ts';

/** A node of acorn with the members of all node types: readers select them by `type`. */
export interface ScriptNode {
  type: string;
  start: number;
  end: number;
  name?: string;
  value?: unknown;
  raw?: string;
  operator?: string;
  computed?: boolean;
  shorthand?: boolean;
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
  quasi?: ScriptNode;
  quasis?: ScriptNode[];
  expressions?: ScriptNode[];
  expression?: ScriptNode | boolean;
  body?: ScriptNode | ScriptNode[];
  /** The value of the expression; set when the node was read. */
  known?: SurveyValue;
  /** Removes the value that the assignment recorded, when the assignment turns out to be a parameter's default. */
  undo?: () => void;
  /** True for an array or object literal that cannot be a destructuring pattern; its child nodes were removed to save memory. */
  fixed?: boolean;
  /** The scope of a function; set when the function was parsed. */
  ownScope?: ScriptScope;
}

/** The members of acorn's parser that plugins override (`Parser.extend`). acorn keeps them since version 6. */
export interface OverridableParser {
  readonly input: string;
  readonly start: number;
  readonly lastTokEnd: number;
  readonly scopeStack: ScriptScope[];
  parse(): unknown;
  nextToken(): void;
  finishNode(node: ScriptNode, type: string): ScriptNode;
  startNode(): ScriptNode;
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

/** acorn's parser as a class that can be extended. */
// The cast is needed because acorn's types leave out the members that its plugins override.
export const SyntaxParser = Parser as unknown as new (
  options: Options,
  input: string,
) => OverridableParser;

/** Kinds of declarations, in acorn's numbers. */
export const BIND = { VAR: 1, LEXICAL: 2, FUNCTION: 3, SIMPLE_CATCH: 4 } as const;
/** Flags of the scopes that hold `var`, in acorn's numbers: top, function, class static block. */
export const VAR_SCOPE = 1 | 2 | 256;
