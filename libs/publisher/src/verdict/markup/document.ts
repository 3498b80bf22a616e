import type { Base, Budget, Place, ReferenceKind, Reporter } from '../model/index.ts';
import type { PageFactsReader, ProgramText } from '../proof/index.ts';
import type { ImportMap, ScriptWorld } from '../script/index.ts';
import type { LeanElement } from './lean-nodes.ts';
import type { PageLint } from './page-lint.ts';

/** One document: the page, or a document in it. */
export interface Document {
  base: Base;
  baseSet: boolean;
  readonly nesting: number;
  /** Whole documents are judged for what every page should have; pieces and inner documents are not. */
  readonly lint: PageLint | null;
  /** Where in the page a line and column of this document are. */
  readonly place: (line: number, column: number) => Place;
  /** The whole document stands in one place of the page, an attribute or a string of a script. */
  readonly inOnePlace: boolean;
}

/** What the scan of a page collects from its documents: everything that may load. */
export interface PageCollector {
  readonly budget: Budget;
  readonly facts: PageFactsReader;
  readonly importMap: ImportMap;
  readonly reporter: Reporter;
  readonly world: ScriptWorld;
  /** An address in markup. */
  refer(kind: ReferenceKind, raw: string, document: Document, at: Place): void;
  /** A style sheet or the declarations of an attribute. */
  css(css: string, document: Document, place: (offset: number) => Place, element: string): void;
  /** A program. */
  script(
    code: string,
    kind: ProgramText['kind'],
    document: Document,
    place: (offset: number) => Place,
  ): void;
  /** A document in the document. */
  inner(
    html: string,
    outer: Pick<Document, 'base' | 'nesting'>,
    place: Document['place'],
    fragment: boolean,
    inOnePlace?: boolean,
  ): void;
}

/** Attributes of an element by the name under which scripts find them. */
export type Attributes = ReadonlyMap<string, string>;

/** Inlined in one place and beyond this, a piece slows the first display. */
export const LARGE_INLINE_CHARS = 1024 * 1024;

/** The attributes of an element, prefixes included. */
export function attributesOf({ attributes }: LeanElement): Attributes {
  return new Map(
    attributes.map(({ name, prefix, value }) => [
      prefix === undefined || prefix === '' ? name : `${prefix}:${name}`,
      value,
    ]),
  );
}
