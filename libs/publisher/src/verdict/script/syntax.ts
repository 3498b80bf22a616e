import { Parser, type Options } from 'acorn';
import type { Scope, Value } from './values.ts';

/** A node of acorn's tree, loosely: the reader looks at members by node type. */
export interface Node {
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
  object?: Node;
  property?: Node;
  callee?: Node;
  arguments?: Node[];
  left?: Node;
  right?: Node;
  test?: Node | null;
  consequent?: Node;
  alternate?: Node | null;
  argument?: Node | null;
  elements?: (Node | null)[];
  properties?: Node[];
  key?: Node;
  id?: Node | null;
  init?: Node | null;
  declarations?: Node[];
  params?: Node[];
  source?: Node | null;
  quasi?: Node;
  quasis?: Node[];
  expressions?: Node[];
  expression?: Node | boolean;
  body?: Node | Node[];
  /** What it evaluates to; set when the node is finished. */
  known?: Value;
  /** Takes back what an assignment gave, when it turns out to be a default. */
  undo?: () => void;
  /** A literal that can be no pattern; its members are gone. */
  fixed?: boolean;
  /** Scope of a finished function. */
  ownScope?: Scope;
}

/** Some words of the language; a regular expression as acorn makes it. */
export type Words = Pick<RegExp, 'test'>;

/** The part of acorn's parser that its plugins override; stable since acorn 6, though not in its types. */
export interface ParserParts {
  readonly input: string;
  readonly start: number;
  readonly lastTokEnd: number;
  readonly scopeStack: Scope[];
  keywords: Words;
  reservedWords: Words;
  reservedWordsStrict: Words;
  parse(): unknown;
  nextToken(): void;
  finishNode(node: Node, type: string): Node;
  startNode(): Node;
  next(): void;
  parseLiteral(value: unknown): Node;
  parseExprAtom(errors?: unknown, forInit?: unknown, forNew?: unknown): Node;
  toAssignable(node: Node, isBinding?: boolean, errors?: unknown): Node;
  enterScope(flags: number): void;
  exitScope(): void;
  declareName(name: string, type: number, start: number): void;
  checkLocalExport(id: Node): void;
  checkExport(exports: unknown, name: unknown, start: number): void;
  raiseRecoverable(start: number, message: string): void;
}

/** acorn's parser with the methods its plugins override. */
// The class is the published one; only its types leave these members out.
export const SyntaxParser = Parser as unknown as new (
  options: Options,
  input: string,
) => ParserParts;

/** How names are declared, in acorn's numbers. */
export const BIND = { VAR: 1, LEXICAL: 2, FUNCTION: 3, SIMPLE_CATCH: 4 } as const;
/** Scopes that hold `var`, in acorn's flags: top, function, class static block. */
export const VAR_SCOPE = 1 | 2 | 256;
