import { ATTRIBUTE_REFERENCES } from './attribute-references.ts';
import { CSS_REFERENCES } from './css-references.ts';
import type { ReferenceEffectOnVerdict, WarningCode } from './verdict.ts';
import type { ReferenceKind } from './reporter.ts';
import { SCRIPT_REFERENCES } from './script-references.ts';

/** A construct through which a browser loads a resource, as a row of the generated reference page. */
export interface ResourceLoadingConstruct {
  readonly construct: string;
  readonly where: 'attribute' | 'css' | 'script';
  readonly class: ReferenceEffectOnVerdict;
  readonly code: WarningCode;
  /** The clause of the web standard that defines the construct. */
  readonly source: string;
}

/**
 * Script elements whose text contains addresses but is not a program, by type. A browser fetches a web bundle when the page
 * requests a resource that it lists.
 */
// prettier-ignore
export const TEXT_REFERENCES = {
  speculationrules: { construct: 'script[type=speculationrules]', class: 'hint', code: 'external_hint', asks: true, source: 'https://html.spec.whatwg.org/multipage/speculative-loading.html#speculation-rules' },
  webbundle: { construct: 'script[type=webbundle]', class: 'optional', code: 'optional_external', asks: true, source: 'https://github.com/WICG/webpackage/blob/main/explainers/subresource-loading.md' },
} as const satisfies Readonly<Record<string, ReferenceKind & { readonly source: string }>>;

/** All constructs through which the analysis finds resources. docs/reference/publishing.md is generated from this table. */
export const REFERENCES: readonly ResourceLoadingConstruct[] = [
  ...ATTRIBUTE_REFERENCES.map((row) => ({ ...row, where: 'attribute' as const })),
  ...Object.values(TEXT_REFERENCES).map((row) => ({ ...row, where: 'attribute' as const })),
  ...Object.values(CSS_REFERENCES).map((row) => ({ ...row, where: 'css' as const })),
  ...SCRIPT_REFERENCES.map((row) => ({ ...row, where: 'script' as const })),
].map(({ construct, where, class: kind, code, source }) => ({
  construct,
  where,
  class: kind,
  code,
  source,
}));
