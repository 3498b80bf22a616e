import { FindingCollector, type AnalysisFinding } from './findings.ts';
import type { SourcePosition, ReferenceEffectOnVerdict, WarningCode } from './verdict.ts';
import type { UrlResolutionResult } from './resolve-url.ts';

/**
 * How an address in the page is reported: the construct that contains it, its class and its warning code. `asks` is true when a
 * browser requests the address without an action of the visitor.
 */
export interface ReferenceKind {
  readonly construct: string;
  readonly class: ReferenceEffectOnVerdict;
  readonly code: WarningCode;
  readonly asks: boolean;
  /** True when an address of the form `#name` refers to the document itself, even if its `<base>` is another address. */
  readonly ownFragments?: boolean;
}

/**
 * Turns references (addresses in a page) into findings. The class of a reference decides whether it gives the page the mode
 * `online`, makes it not offline ready, or has no effect. Spec: publishing.online, publishing.warnings.
 */
export class ReferenceReporter {
  readonly findings = new FindingCollector();

  add(finding: AnalysisFinding): void {
    this.findings.add(finding);
  }

  /** Reports an address on another host without which the page is incomplete. The page gets the mode `online`. */
  external(
    target: Extract<UrlResolutionResult, { kind: 'external' }>,
    code: WarningCode,
    element: string,
    place: SourcePosition | undefined,
  ): void {
    const { url, written } = target;
    const shown = target.ownService ? 'same_service_reference' : code;
    this.add({ code: shown, url, written, element, place, online: true });
    if (target.mixed) this.add({ code: 'mixed_content', url, written, element, place });
    if (target.byBase) this.add({ code: 'base_external', element, place });
  }

  /** Reports a reference in markup or CSS. The finding depends on the class of the reference and on its resolved target. */
  reference(
    kind: ReferenceKind,
    target: UrlResolutionResult,
    place: SourcePosition | undefined,
  ): void {
    const element = kind.construct;
    if (target.kind === 'missing') {
      if (kind.class === 'navigation') this.missingPage(target, element, place);
      if (kind.class === 'navigation' || !kind.asks) return;
      // A page without its icon is complete, so the severity is lower. The browser still requests the icon, so the page is not
      // offline ready.
      const severity = kind.class === 'required' ? {} : { severity: 'info' as const };
      const { url } = target;
      this.add({ code: 'missing_asset', url, element, place, unready: true, ...severity });
    } else if (target.kind === 'external') {
      if (kind.class === 'required') this.external(target, kind.code, element, place);
      else {
        const { url, written } = target;
        this.add({ code: kind.code, url, written, element, place, unready: kind.asks });
      }
    }
  }

  /**
   * Reports a link or form to a path of this site that is not published. An address with the path of the page itself, such as a
   * link with only a query, is not reported.
   */
  missingPage(
    target: Extract<UrlResolutionResult, { kind: 'missing' }>,
    element: string,
    place: SourcePosition | undefined,
  ): void {
    if (!target.samePath) this.add({ code: 'missing_page', url: target.url, element, place });
  }
}
