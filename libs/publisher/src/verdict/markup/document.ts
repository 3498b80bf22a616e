import type {
  DocumentBaseUrl,
  AnalysisBudget,
  SourcePosition,
  ReferenceKind,
  ReferenceReporter,
} from '../model/index.ts';
import type { PageMarkupSummarizer, ProgramText } from '../proof/index.ts';
import type { ImportMap, ScriptAddressSearchRecords } from '../script/index.ts';
import type { UnclosedHtmlElement } from './compact-nodes.ts';
import type { PageLinter } from './page-lint.ts';

/** The state of the analysis of one document: the page itself, or a document nested in it. */
export interface DocumentScanState {
  base: DocumentBaseUrl;
  baseSet: boolean;
  readonly nesting: number;
  /**
   * Checks that a complete page follows recommendations, such as to have a title; null for fragments and inner documents, which
   * are not checked.
   */
  readonly lint: PageLinter | null;
  /** Converts a line and column of this document to a position in the page. */
  readonly place: (line: number, column: number) => SourcePosition;
  /** True when the whole document has one position in the page, because it is in an attribute or in a string of a script. */
  readonly inOnePlace: boolean;
}

/** Receives the addresses, style sheets, scripts and nested documents that the scan of a page finds. */
export interface PageScanContentHandler {
  readonly budget: AnalysisBudget;
  readonly facts: PageMarkupSummarizer;
  readonly importMap: ImportMap;
  readonly reporter: ReferenceReporter;
  readonly survey: ScriptAddressSearchRecords;
  /** Receives one address in markup or CSS. */
  refer(kind: ReferenceKind, raw: string, document: DocumentScanState, at: SourcePosition): void;
  /** Receives a style sheet, or the CSS declarations in an attribute. */
  css(
    css: string,
    document: DocumentScanState,
    place: (offset: number) => SourcePosition,
    element: string,
  ): void;
  /** Receives the text of a program: a script, a handler attribute such as `onclick`, or a `javascript:` address. */
  script(
    code: string,
    kind: ProgramText['kind'],
    document: DocumentScanState,
    place: (offset: number) => SourcePosition,
  ): void;
  /** Receives a nested document, such as the value of `srcdoc`. */
  inner(
    html: string,
    outer: Pick<DocumentScanState, 'base' | 'nesting'>,
    place: DocumentScanState['place'],
    fragment: boolean,
    inOnePlace?: boolean,
  ): void;
}

/** The values of an element's attributes by name, with a prefix such as `xlink:`, as `getAttribute` expects the name. */
export type ElementAttributes = ReadonlyMap<string, string>;

/**
 * Maximum size of an inline resource, in characters. A larger one causes the warning `large_inline`, because it delays the
 * first display of the page.
 */
export const LARGE_INLINE_CHARS = 1024 * 1024;

/** Returns the attributes of an element by name. The name includes a namespace prefix such as `xlink:`. */
export function attributesOf({ attributes }: UnclosedHtmlElement): ElementAttributes {
  return new Map(
    attributes.map(({ name, prefix, value }) => [
      prefix === undefined || prefix === '' ? name : `${prefix}:${name}`,
      value,
    ]),
  );
}
