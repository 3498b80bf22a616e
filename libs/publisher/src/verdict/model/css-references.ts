import type { ReferenceClass, WarningCode } from './verdict.ts';

/** The CSS constructs that contain an address. */
export type CssConstruct =
  'url' | 'src' | 'image-set' | 'import-string' | 'import-url' | 'font-face';

/** A CSS construct that contains an address, with the reference class and the warning code of this address. */
export interface CssConstructEffect {
  readonly id: CssConstruct;
  readonly construct: string;
  readonly class: ReferenceClass;
  readonly code: WarningCode;
  readonly source: string;
}

const CSS_VALUES_SPEC = 'https://www.w3.org/TR/css-values-4/';

// One line per construct, so that the list reads as a table.
/** Every CSS construct through which a browser loads something. Listed in docs/reference/publishing.md. */
// prettier-ignore
export const CSS_REFERENCES: readonly CssConstructEffect[] = [
  { id: 'url', construct: 'url()', class: 'required', code: 'external_image', source: `${CSS_VALUES_SPEC}#urls` },
  { id: 'src', construct: 'src()', class: 'required', code: 'external_image', source: `${CSS_VALUES_SPEC}#funcdef-src` },
  { id: 'image-set', construct: 'image-set("…")', class: 'required', code: 'external_image', source: 'https://www.w3.org/TR/css-images-4/#image-set-notation' },
  { id: 'import-string', construct: '@import "…"', class: 'required', code: 'external_import', source: 'https://www.w3.org/TR/css-cascade-5/#at-import' },
  { id: 'import-url', construct: '@import url()', class: 'required', code: 'external_import', source: 'https://www.w3.org/TR/css-cascade-5/#at-import' },
  { id: 'font-face', construct: '@font-face src', class: 'required', code: 'external_font', source: 'https://www.w3.org/TR/css-fonts-4/#font-face-src-parsing' },
];
