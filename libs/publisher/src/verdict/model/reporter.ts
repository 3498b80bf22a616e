import { Findings, type Finding } from './findings.ts';
import type { Place, ReferenceClass, WarningCode } from './verdict.ts';
import type { Target } from './resolve-url.ts';

/** What is known of a reference beside its address. */
export interface ReferenceKind {
  readonly construct: string;
  readonly class: ReferenceClass;
  readonly code: WarningCode;
  readonly asks: boolean;
  /** `#name` alone means the document itself, whatever its base. */
  readonly ownFragments?: boolean;
}

/** Turns references into findings by their class. Spec: publishing.online, publishing.warnings. */
export class Reporter {
  readonly findings = new Findings();

  add(finding: Finding): void {
    this.findings.add(finding);
  }

  /** Something the page needs and another host holds. */
  external(
    target: Extract<Target, { kind: 'external' }>,
    code: WarningCode,
    element: string,
    place: Place | undefined,
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

  /** A reference in markup or CSS whose address was resolved. */
  reference(kind: ReferenceKind, target: Target, place: Place | undefined): void {
    const element = kind.construct;
    if (target.kind === 'missing') {
      if (kind.class === 'navigation') this.missingPage(target, element, place);
      if (kind.class === 'navigation' || !kind.asks) return;
      // Without an icon the page is whole; still a browser asks for it in vain, so it is not ready either.
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

  /** A link or a form that leads beside the page; another query of the page itself leads to the page. */
  missingPage(
    target: Extract<Target, { kind: 'missing' }>,
    element: string,
    place: Place | undefined,
  ): void {
    if (!target.samePath) this.add({ code: 'missing_page', url: target.url, element, place });
  }
}
