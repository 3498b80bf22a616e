import type { Base, Budget, SourcePosition, ReferenceKind, Reporter } from '../model/index.ts';
import type { PageFactCollector, ProgramText } from '../proof/index.ts';
import type { ImportMap, ScriptSurvey } from '../script/index.ts';
import type { OpenElement } from './compact-nodes.ts';
import type { PageLint } from './page-lint.ts';

/** A document that is scanned: the page, or a document in it. */
export interface ScannedDocument {
  base: Base;
  baseSet: boolean;
  readonly nesting: number;
  /** The checks for complete pages; null for fragments and inner documents. */
  readonly lint: PageLint | null;
  /** Converts a line and column of this document to a position in the page. */
  readonly place: (line: number, column: number) => SourcePosition;
  /** True when the whole document is at one position of the page: an attribute or a string of a script. */
  readonly inOnePlace: boolean;
}

/** Receives everything in the documents of a page that may load. */
export interface PageCollector {
  readonly budget: Budget;
  readonly facts: PageFactCollector;
  readonly importMap: ImportMap;
  readonly reporter: Reporter;
  readonly survey: ScriptSurvey;
  /** Receives an address in markup. */
  refer(kind: ReferenceKind, raw: string, document: ScannedDocument, at: SourcePosition): void;
  /** Receives a style sheet or the declarations of an attribute. */
  css(
    css: string,
    document: ScannedDocument,
    place: (offset: number) => SourcePosition,
    element: string,
  ): void;
  /** Receives a program. */
  script(
    code: string,
    kind: ProgramText['kind'],
    document: ScannedDocument,
    place: (offset: number) => SourcePosition,
  ): void;
  /** Receives a document inside of the document. */
  inner(
    html: string,
    outer: Pick<ScannedDocument, 'base' | 'nesting'>,
    place: ScannedDocument['place'],
    fragment: boolean,
    inOnePlace?: boolean,
  ): void;
}

/** Attributes of an element by the names that scripts use. */
export type ElementAttributes = ReadonlyMap<string, string>;

/** An inline resource above this size delays the first display of the page. */
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
