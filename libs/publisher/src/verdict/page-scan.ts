import { cssKind, scanCss } from './css/index.ts';
import {
  LARGE_INLINE_CHARS,
  PageLinter,
  scanDocument,
  XML_ONLY,
  type DocumentScanState,
  type PageScanContentHandler,
} from './markup/index.ts';
import {
  BudgetExceededError,
  NESTING_MAX,
  pageBase,
  readDataUrl,
  ReferenceReporter,
  resolveUrl,
  type DocumentBaseUrl,
  type AnalysisBudget,
  type PublishedPageAddress,
  type SourcePosition,
  type ReferenceKind,
  type UrlResolutionResult,
  type WarningCode,
} from './model/index.ts';
import { PageMarkupSummarizer, proveScripts, type ProgramText } from './proof/index.ts';
import {
  finishSurvey,
  ImportMap,
  surveyScript,
  ScriptAddressSearchRecords,
  UNUSED_MAPPING,
  type PageScript,
  type ScriptAddressSearchDeps,
} from './script/index.ts';

/** Steps of the analysis budget for one address and for one nested document. One step takes about 0.5 µs. */
const STEPS_PER_ADDRESS = 8;
const STEPS_PER_DOCUMENT = 64;
const FRAMES = new Set<WarningCode>(['external_frame', 'external_object']);
const SHEETS = new Set<WarningCode>(['external_style', 'external_import']);
const CODE = new Set<WarningCode>(['external_script', 'external_module', 'external_worker']);

/** Scans a page, with the documents, styles and scripts inside it, and reports its findings, which make the verdict. */
export class PageScanner implements PageScanContentHandler {
  readonly reporter = new ReferenceReporter();
  readonly survey = new ScriptAddressSearchRecords();
  readonly importMap = new ImportMap();
  readonly budget: AnalysisBudget;
  readonly facts = new PageMarkupSummarizer();
  readonly #programs: ProgramText[] = [];
  readonly #address: PublishedPageAddress;

  constructor(address: PublishedPageAddress, budget: AnalysisBudget) {
    this.#address = address;
    this.budget = budget;
  }

  /** Analyses the complete page. Throws when the page exceeds the budget. */
  scan(html: string): void {
    const lint = new PageLinter(this.reporter);
    const base = pageBase(this.#address);
    const place = (line: number, column: number): SourcePosition => ({ line, column });
    const document = { base, baseSet: false, nesting: 0, lint, place, inOnePlace: false };
    this.facts.readPage(html);
    // A byte order mark declares the encoding and is not part of the text.
    const hasMark = html.startsWith('\ufeff');
    if (hasMark) lint.charset();
    scanDocument(hasMark ? html.slice(1) : html, document, false, this);
    lint.finish();
    finishSurvey(this.#deps, this.importMap, (markup, { script, offset }) => {
      const spot = script.place(offset);
      this.inner(markup, script, () => spot, true);
    });
    for (const { target, place: at } of this.importMap.unused())
      this.reporter.reference(UNUSED_MAPPING, resolveUrl(target, document.base), at);
    this.#prove();
  }

  /**
   * Decides whether it is proven that the scripts of the page send no request, and reports findings if not. That no address was
   * found in the scripts is no proof.
   */
  #prove(): void {
    const { findings } = this.reporter;
    const doubts = findings.isUnready
      ? []
      : proveScripts(this.#programs, this.facts.finished(), this.budget);
    if (!findings.isUnready && doubts.length === 0) return;
    if (findings.unproven.length > 0) findings.keepUnproven();
    else
      for (const { construct, place, url } of doubts)
        findings.add({ code: 'runtime_unknown', element: construct, place, url, unready: true });
  }

  get #deps(): ScriptAddressSearchDeps {
    return { survey: this.survey, reporter: this.reporter, budget: this.budget };
  }

  /** Analyses a nested document. Its findings get the position of the element that contains it. */
  inner(
    html: string,
    outer: { readonly base: DocumentBaseUrl; readonly nesting: number },
    place: (line: number, column: number) => SourcePosition,
    fragment: boolean,
    inOnePlace = true,
  ): void {
    const nesting = outer.nesting + 1;
    this.budget.spend(STEPS_PER_DOCUMENT);
    if (nesting > NESTING_MAX) throw new BudgetExceededError('nesting');
    const document = { base: outer.base, baseSet: false, nesting, lint: null, place, inOnePlace };
    scanDocument(html, document, fragment, this);
  }

  /** Reports an address in markup or CSS. If the address holds its content (`data:`, `javascript:`), analyses the content. */
  refer(kind: ReferenceKind, raw: string, document: DocumentScanState, at: SourcePosition): void {
    this.budget.spend(STEPS_PER_ADDRESS);
    const target = resolveUrl(raw, document.base, kind.ownFragments);
    if (kind.code === 'meta_refresh' && target.kind === 'missing')
      this.reporter.add({
        code: 'meta_refresh',
        url: target.url,
        element: kind.construct,
        place: at,
      });
    if (target.kind === 'data') this.#data(target, kind, document, at);
    else if (target.kind === 'script') {
      const isFrame = FRAMES.has(kind.code);
      const { base, nesting } = document;
      const place = (): SourcePosition => at;
      const script: PageScript = { base, nesting, module: false, handler: true, place };
      // For a frame with a `javascript:` address, the result of the program becomes the document, so the script is treated as
      // one that inserts markup.
      if (isFrame) this.survey.writesMarkup ??= { script, offset: 0 };
      if (isFrame || kind.class === 'navigation')
        this.script(target.code, isFrame ? 'frame' : 'user-handler', document, place);
    } else this.reporter.reference(kind, target, at);
  }

  /** Analyses the content of a `data:` address according to its use: as a document, style sheet or script. */
  #data(
    target: Extract<UrlResolutionResult, { kind: 'data' }>,
    kind: ReferenceKind,
    document: DocumentScanState,
    at: SourcePosition,
  ): void {
    const { url } = target;
    if (url.length > LARGE_INLINE_CHARS)
      this.reporter.add({ code: 'large_inline', element: kind.construct, place: at });
    const isFrame = FRAMES.has(kind.code);
    if (!isFrame && !SHEETS.has(kind.code) && !CODE.has(kind.code)) return;
    const inner = readDataUrl(url);
    if (inner === null) return;
    // A document in a `data:` address has no usable base URL, so relative addresses in it are invalid.
    const base: DocumentBaseUrl = { ...document.base, url: 'data:,' };
    const within = { ...document, base, nesting: document.nesting + 1 };
    if (within.nesting > NESTING_MAX) throw new BudgetExceededError('nesting');
    if (SHEETS.has(kind.code)) this.css(inner.text, within, () => at, kind.construct);
    else if (CODE.has(kind.code)) {
      const type = kind.code === 'external_module' ? 'module' : 'classic';
      this.script(inner.text, type, within, () => at);
    } else if (/html|xml/.test(inner.type)) {
      this.inner(inner.text, { base, nesting: document.nesting }, () => at, false);
      // If the document is XML, a browser may load style sheets, entities and prefixed elements that the HTML parser does not
      // recognise.
      if (XML_ONLY.test(inner.text)) this.#reportUnknown(kind.construct, at);
    }
  }

  #reportUnknown(element: string, place: SourcePosition): void {
    this.reporter.add({ code: 'runtime_unknown', element, place, unready: true });
  }

  /** Reports the addresses of a style sheet or of the declarations in an attribute. */
  css(
    css: string,
    document: DocumentScanState,
    place: (offset: number) => SourcePosition,
    element: string,
  ): void {
    scanCss(css, ({ raw, construct, offset, computed }) => {
      if (computed === true)
        this.#reportUnknown(cssKind(construct, element).construct, place(offset));
      this.refer(cssKind(construct, element), raw, document, place(offset));
    });
  }

  /** Searches a script for addresses that it loads, and keeps its text for the later proof that the scripts send no request. */
  script(
    code: string,
    kind: ProgramText['kind'],
    { base, nesting }: DocumentScanState,
    place: (offset: number) => SourcePosition,
  ): void {
    this.#programs.push({ code, kind: nesting > 0 ? 'inner' : kind, place });
    const module = kind === 'module';
    const handler = !module && kind !== 'classic';
    surveyScript(code, { base, nesting, module, handler, place }, this.#deps);
  }
}
