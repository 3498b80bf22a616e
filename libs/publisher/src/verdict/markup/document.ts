import type { Base, Budget, SourcePosition, ReferenceKind, Reporter } from '../model/index.ts';
import type { PageFactCollector, ProgramText } from '../proof/index.ts';
import type { ImportMap, ScriptSurvey } from '../script/index.ts';
import type { OpenElement } from './compact-nodes.ts';
import type { PageLint } from './page-lint.ts';

/** One document: the page, or a document in it. */
export interface ScannedDocument {
  base: Base;
  baseSet: boolean;
  readonly nesting: number;
  /** Whole documents are judged for what every page should have; pieces and inner documents are not. */
  readonly lint: PageLint | null;
  /** Where in the page a line and column of this document are. */
  readonly place: (line: number, column: number) => SourcePosition;
  /** The whole document stands in one place of the page, an attribute or a string of a script. */
  readonly inOnePlace: boolean;
}

/** What the scan of a page collects from its documents: everything that may load. */
export interface PageCollector {
  readonly budget: Budget;
  readonly facts: PageFactCollector;
  readonly importMap: ImportMap;
  readonly reporter: Reporter;
  readonly survey: ScriptSurvey;
  /** An address in markup. */
  refer(kind: ReferenceKind, raw: string, document: ScannedDocument, at: SourcePosition): void;
  /** A style sheet or the declarations of an attribute. */
  css(
    css: string,
    document: ScannedDocument,
    place: (offset: number) => SourcePosition,
    element: string,
  ): void;
  /** A program. */
  script(
    code: string,
    kind: ProgramText['kind'],
    document: ScannedDocument,
    place: (offset: number) => SourcePosition,
  ): void;
  /** A document in the document. */
  inner(
    html: string,
    outer: Pick<ScannedDocument, 'base' | 'nesting'>,
    place: ScannedDocument['place'],
    fragment: boolean,
    inOnePlace?: boolean,
  ): void;
}

/** Attributes of an element by the name under which scripts find them. */
export type ElementAttributes = ReadonlyMap<string, string>;

/** Inlined in one place and beyond this, a piece slows the first display. */
export const LARGE_INLINE_CHARS = 1024 * 1024;

/** The attributes of an element, prefixes included. */
export function attributesOf({ attributes }: OpenElement): ElementAttributes {
  return new Map(
    attributes.map(({ name, prefix, value }) => [
      prefix === undefined || prefix === '' ? name : `${prefix}:${name}`,
      value,
    ]),
  );
}
