import { ErrorCodes } from 'parse5';
import type { SourcePosition, ReferenceReporter } from '../model/index.ts';
import type { UnclosedHtmlElement } from './compact-nodes.ts';

/** The parse5 error codes for elements and constructs that are not closed. */
const UNCLOSED: ReadonlySet<string> = new Set([
  ErrorCodes.openElementsLeftAfterEof,
  ErrorCodes.closingOfElementWithOpenChildElements,
  ErrorCodes.eofInElementThatCanContainOnlyText,
  ErrorCodes.eofInTag,
  ErrorCodes.eofInComment,
  ErrorCodes.eofInScriptHtmlCommentLikeText,
  ErrorCodes.eofInCdata,
]);
/** Maximum number of element ids that are remembered to find duplicates. Duplicates of later ids are not reported. */
const LINTED_IDS_MAX = 200_000;

/**
 * Checks whether a page follows recommendations, such as to have a doctype and a title. Reports a warning for each one that it
 * does not follow. Spec: publishing.warnings.
 */
export class PageLinter {
  #doctype = false;
  #charset = false;
  #title = false;
  #lang = false;
  #viewport = false;
  readonly #ids = new Set<string>();
  readonly #reporter: ReferenceReporter;

  constructor(reporter: ReferenceReporter) {
    this.#reporter = reporter;
  }

  doctype(): void {
    this.#doctype = true;
  }

  /** Records that the page declares its encoding. */
  charset(): void {
    this.#charset = true;
  }

  title(text: string): void {
    if (text.trim() !== '') this.#title = true;
  }

  parseError(code: string, place: SourcePosition): void {
    if (UNCLOSED.has(code)) this.#reporter.add({ code: 'unclosed_markup', place });
  }

  element(
    element: UnclosedHtmlElement,
    attributes: ReadonlyMap<string, string>,
    place: SourcePosition,
  ): void {
    const id = attributes.get('id');
    if (id !== undefined && id !== '') {
      if (this.#ids.has(id)) this.#reporter.add({ code: 'duplicate_id', element: '[id]', place });
      else if (this.#ids.size < LINTED_IDS_MAX) this.#ids.add(id);
    }
    if (element.name === 'html' && (attributes.get('lang') ?? '').trim() !== '') this.#lang = true;
    if (element.name !== 'meta') return;
    if (attributes.has('charset')) this.#charset = true;
    const httpEquiv = attributes.get('http-equiv')?.toLowerCase();
    if (httpEquiv === 'content-type' && /charset/i.test(attributes.get('content') ?? ''))
      this.#charset = true;
    if (attributes.get('name')?.trim().toLowerCase() === 'viewport') this.#viewport = true;
  }

  /** Reports the recommended parts that are missing. Call it after the end of the page. */
  finish(): void {
    const missing = [
      ['no_doctype', this.#doctype],
      ['no_charset', this.#charset],
      ['no_title', this.#title],
      ['no_lang', this.#lang],
      ['no_viewport', this.#viewport],
    ] as const;
    for (const [code, present] of missing) if (!present) this.#reporter.add({ code });
  }
}
