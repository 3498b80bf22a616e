import { Findings, type Finding } from './findings.ts';
import type { SourcePosition, ReferenceClass, WarningCode } from './verdict.ts';
import type { ResolvedTarget } from './resolve-url.ts';

/** The kind of a reference: its construct, class and warning code. */
export interface ReferenceKind {
  readonly construct: string;
  readonly class: ReferenceClass;
  readonly code: WarningCode;
  readonly asks: boolean;
  /** True when a bare `#name` refers to the document itself, whatever its base URL. */
  readonly ownFragments?: boolean;
}

/** Reports references as findings by their class. Spec: publishing.online, publishing.warnings. */
export class Reporter {
  readonly findings = new Findings();

  add(finding: Finding): void {
    this.findings.add(finding);
  }

  /** Reports an address on another host that the page needs. */
  external(
    target: Extract<ResolvedTarget, { kind: 'external' }>,
    code: WarningCode,
    element: string,
    place: SourcePosition | undefined,
  ): void {
    const { url, written } = target;
    const online = { element, place, online: true };
    this.add({
      code: target.ownService ? 'same_service_reference' : code,
      url,
      written,
      ...online,
    });
    if (target.mixed) this.add({ code: 'mixed_content', url, written, element, place });
    if (target.byBase) this.add({ code: 'base_external', element, place });
  }

  /** Reports a reference in markup or CSS by its resolved address. */
  reference(kind: ReferenceKind, target: ResolvedTarget, place: SourcePosition | undefined): void {
    const element = kind.construct;
    if (target.kind === 'missing') {
      if (kind.class === 'navigation') this.missingPage(target, element, place);
      if (kind.class === 'navigation' || !kind.asks) return;
      // A page without its icon is complete, but a browser requests the icon, so the page is not ready.
      const severity = kind.class === 'required' ? {} : { severity: 'info' as const };
      this.add({
        code: 'missing_asset',
        url: target.url,
        element,
        place,
        unready: true,
        ...severity,
      });
    } else if (target.kind === 'external') {
      if (kind.class === 'required') this.external(target, kind.code, element, place);
      else {
        const { url, written } = target;
        this.add({ code: kind.code, url, written, element, place, unready: kind.asks });
      }
    }
  }

  /** Reports a link or form to a path that does not exist. A link that differs only in its query targets the page itself. */
  missingPage(
    target: Extract<ResolvedTarget, { kind: 'missing' }>,
    element: string,
    place: SourcePosition | undefined,
  ): void {
    if (!target.samePath) this.add({ code: 'missing_page', url: target.url, element, place });
  }
}
