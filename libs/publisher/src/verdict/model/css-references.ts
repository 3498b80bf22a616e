import type { ReferenceEffectOnVerdict, WarningCode } from './verdict.ts';

/**
 * A CSS construct that contains an address, with the class (such as `required`) and the warning code with which the address is
 * reported.
 */
interface ReferencingCssConstruct {
  readonly construct: string;
  readonly class: ReferenceEffectOnVerdict;
  readonly code: WarningCode;
  readonly source: string;
}

const CSS_VALUES_SPEC = 'https://www.w3.org/TR/css-values-4/';

// One line per construct, so that the list reads as a table.
/** Every CSS construct through which a browser loads something. Listed in docs/reference/publishing.md. */
// prettier-ignore
export const CSS_REFERENCES = {
  url: { construct: 'url()', class: 'required', code: 'external_image', source: `${CSS_VALUES_SPEC}#urls` },
  src: { construct: 'src()', class: 'required', code: 'external_image', source: `${CSS_VALUES_SPEC}#funcdef-src` },
  'image-set': { construct: 'image-set("…")', class: 'required', code: 'external_image', source: 'https://www.w3.org/TR/css-images-4/#image-set-notation' },
  'import-string': { construct: '@import "…"', class: 'required', code: 'external_import', source: 'https://www.w3.org/TR/css-cascade-5/#at-import' },
  'import-url': { construct: '@import url()', class: 'required', code: 'external_import', source: 'https://www.w3.org/TR/css-cascade-5/#at-import' },
  'font-face': { construct: '@font-face src', class: 'required', code: 'external_font', source: 'https://www.w3.org/TR/css-fonts-4/#font-face-src-parsing' },
} as const satisfies Readonly<Record<string, ReferencingCssConstruct>>;

/** The keys of `CSS_REFERENCES`: the CSS constructs that contain an address. */
export type ReferencingCssConstructName = keyof typeof CSS_REFERENCES;
