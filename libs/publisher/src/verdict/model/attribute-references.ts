import type { ReferenceClass, WarningCode } from './verdict.ts';

/** How the value of an attribute names addresses. */
export type AttributeForm =
  'url' | 'srcset' | 'url-list' | 'css' | 'html' | 'script' | 'refresh' | 'animation';

/** A condition on the other attributes of the element. */
export type AttributeCondition =
  | { readonly rel: string }
  | { readonly relStarts: string }
  | { readonly attribute: string; readonly oneOf: readonly string[] }
  | { readonly absent: string }
  | {
      readonly is: 'javascript' | 'other-script' | 'legacy-script' | 'style-sheet' | 'other-sheet';
    };

/** One way in which markup names something to load. */
export interface AttributeReference {
  /** As people write it, and as it stands in a warning's `element`. */
  readonly construct: string;
  readonly namespace: 'html' | 'svg' | 'any';
  /** Empty: any element. */
  readonly elements: readonly string[];
  readonly attributes: readonly string[];
  readonly form: AttributeForm;
  readonly when?: AttributeCondition;
  readonly class: ReferenceClass;
  readonly code: WarningCode;
  /** True when a browser asks for it without anybody doing anything. */
  readonly asks: boolean;
  /** `#name` alone means the document itself, whatever its base. */
  readonly ownFragments?: boolean;
  /** The clause of the standard that makes a browser load it. */
  readonly source: string;
}

const HTML = 'https://html.spec.whatwg.org/multipage/';
const SVG = 'https://www.w3.org/TR/SVG2/';
const HREF = ['href', 'xlink:href'] as const;

type Rest = Partial<
  Pick<AttributeReference, 'namespace' | 'form' | 'when' | 'asks' | 'ownFragments'>
>;

function row(
  construct: string,
  elements: readonly string[],
  attributes: readonly string[],
  kind: ReferenceClass,
  code: WarningCode,
  source: string,
  rest: Rest = {},
): AttributeReference {
  return {
    construct,
    elements,
    attributes,
    class: kind,
    code,
    source,
    namespace: 'html',
    form: 'url',
    asks: kind !== 'navigation',
    ...rest,
  };
}

/** Before the parser gets there, browsers scan the tags of these for addresses to fetch ahead, in SVG and MathML too. */
const SCANNED = { namespace: 'any' } as const;

const link = (
  rel: string,
  kind: ReferenceClass,
  code: WarningCode,
  source: string,
  rest: Rest = {},
): AttributeReference =>
  row(`link[rel=${rel}]`, ['link'], ['href'], kind, code, source, {
    when: { rel },
    ...SCANNED,
    ...rest,
  });

/** Attributes whose value can hold `url()`: SVG's presentation attributes. Source: SVG 2, 6.6. */
const PRESENTATION = [
  'clip-path',
  'color-profile',
  'cursor',
  'fill',
  'filter',
  'marker',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'stroke',
] as const;

// One construct, one line: it is read as a table.
/** Every attribute through which a browser loads something, first match first. Listed in docs/reference/publishing.md. */
// prettier-ignore
export const ATTRIBUTE_REFERENCES: readonly AttributeReference[] = [
  // Scripts and style sheets
  row('script[src]', ['script'], ['src'], 'required', 'external_script', `${HTML}scripting.html#attr-script-src`, { when: { is: 'javascript' }, ...SCANNED }),
  row('script[nomodule][src]', ['script'], ['src'], 'optional', 'optional_external', `${HTML}scripting.html#attr-script-nomodule`, { when: { is: 'legacy-script' }, ...SCANNED }),
  row('script[type][src]', ['script'], ['src'], 'optional', 'optional_external', `${HTML}scripting.html#data-block`, { when: { is: 'other-script' } }),
  row('svg script[href]', ['script'], HREF, 'required', 'external_script', `${SVG}interact.html#ScriptElement`, { namespace: 'svg' }),
  row('link[rel=stylesheet]', ['link'], ['href'], 'required', 'external_style', `${HTML}links.html#link-type-stylesheet`, { when: { is: 'style-sheet' }, ...SCANNED }),
  row('link[rel=stylesheet][type]', ['link'], ['href'], 'optional', 'optional_external', `${HTML}links.html#link-type-stylesheet`, { when: { is: 'other-sheet' } }),
  // Images
  row('img[src]', ['img'], ['src'], 'required', 'external_image', `${HTML}embedded-content.html#attr-img-src`, SCANNED),
  row('img[srcset]', ['img'], ['srcset'], 'required', 'external_image', `${HTML}embedded-content.html#attr-img-srcset`, { form: 'srcset', ...SCANNED }),
  row('source[srcset]', ['source'], ['srcset'], 'required', 'external_image', `${HTML}embedded-content.html#attr-source-srcset`, { form: 'srcset', ...SCANNED }),
  row('input[type=image]', ['input'], ['src'], 'required', 'external_image', `${HTML}input.html#attr-input-src`, { when: { attribute: 'type', oneOf: ['image'] }, ...SCANNED }),
  row('video[poster]', ['video'], ['poster'], 'required', 'external_image', `${HTML}media.html#attr-video-poster`, SCANNED),
  row('[background]', ['body', 'table', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'], ['background'], 'required', 'external_image', `${HTML}rendering.html#the-page`),
  row('svg image[href]', ['image'], HREF, 'required', 'external_image', `${SVG}embedded.html#ImageElement`, { namespace: 'svg', ownFragments: true }),
  row('svg feImage[href]', ['feImage'], HREF, 'required', 'external_image', 'https://www.w3.org/TR/filter-effects-1/#feImageElement', { namespace: 'svg', ownFragments: true }),
  row('svg use[href]', ['use'], HREF, 'required', 'external_image', `${SVG}struct.html#UseElement`, { namespace: 'svg', ownFragments: true }),
  row('svg animate[attributeName=href]', ['animate', 'set'], ['from', 'to', 'by', 'values'], 'required', 'external_image', 'https://svgwg.org/specs/animations/#AttributeNameAttribute', { namespace: 'svg', form: 'animation', ownFragments: true, when: { attribute: 'attributeName', oneOf: ['href', 'xlink:href'] } }),
  row('svg animate[attributeName=fill]', ['animate', 'set'], ['from', 'to', 'by', 'values'], 'required', 'external_image', 'https://svgwg.org/specs/animations/#AttributeNameAttribute', { namespace: 'svg', form: 'css' }),
  // Media
  row('video[src]', ['video'], ['src'], 'required', 'external_media', `${HTML}media.html#attr-media-src`),
  row('audio[src]', ['audio'], ['src'], 'required', 'external_media', `${HTML}media.html#attr-media-src`),
  row('source[src]', ['source'], ['src'], 'required', 'external_media', `${HTML}embedded-content.html#attr-source-src`),
  row('track[src]', ['track'], ['src'], 'required', 'external_media', `${HTML}media.html#attr-track-src`),
  row('model[src]', ['model'], ['src'], 'required', 'external_media', 'https://immersive-web.github.io/model-element/'),
  // Documents in the document
  row('iframe[src]', ['iframe'], ['src'], 'required', 'external_frame', `${HTML}iframe-embed-object.html#attr-iframe-src`, { when: { absent: 'srcdoc' } }),
  row('frame[src]', ['frame'], ['src'], 'required', 'external_frame', `${HTML}obsolete.html#frames`),
  row('portal[src]', ['portal'], ['src'], 'required', 'external_frame', 'https://wicg.github.io/portals/'),
  row('embed[src]', ['embed'], ['src'], 'required', 'external_object', `${HTML}iframe-embed-object.html#attr-embed-src`),
  row('object[data]', ['object'], ['data'], 'required', 'external_object', `${HTML}iframe-embed-object.html#attr-object-data`),
  row('iframe[srcdoc]', ['iframe'], ['srcdoc'], 'required', 'external_frame', `${HTML}iframe-embed-object.html#attr-iframe-srcdoc`, { form: 'html' }),
  row('meta[http-equiv=refresh]', ['meta'], ['content'], 'required', 'meta_refresh', `${HTML}semantics.html#attr-meta-http-equiv-refresh`, { form: 'refresh', when: { attribute: 'http-equiv', oneOf: ['refresh'] } }),
  // CSS in attributes
  row('[style]', [], ['style'], 'required', 'external_image', 'https://www.w3.org/TR/css-style-attr/', { namespace: 'any', form: 'css' }),
  row('svg [fill=url()]', [], PRESENTATION, 'required', 'external_image', `${SVG}styling.html#PresentationAttributes`, { namespace: 'svg', form: 'css' }),
  // What a page is shown without
  link('icon', 'optional', 'optional_external', `${HTML}links.html#rel-icon`),
  link('apple-touch-icon', 'optional', 'optional_external', 'https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/ConfiguringWebApplications/ConfiguringWebApplications.html', { when: { relStarts: 'apple-touch-' } }),
  link('mask-icon', 'optional', 'optional_external', 'https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/pinnedTabs/pinnedTabs.html'),
  link('manifest', 'optional', 'optional_external', 'https://www.w3.org/TR/appmanifest/#using-a-link-element-to-link-to-a-manifest'),
  link('preload', 'optional', 'optional_external', `${HTML}links.html#link-type-preload`),
  row('link[imagesrcset]', ['link'], ['imagesrcset'], 'optional', 'optional_external', `${HTML}semantics.html#attr-link-imagesrcset`, { form: 'srcset', when: { rel: 'preload' }, ...SCANNED }),
  link('modulepreload', 'optional', 'optional_external', `${HTML}links.html#link-type-modulepreload`),
  link('compression-dictionary', 'optional', 'optional_external', 'https://www.rfc-editor.org/rfc/rfc9842'),
  link('import', 'optional', 'optional_external', 'https://www.w3.org/TR/html-imports/'),
  link('canonical', 'optional', 'optional_external', `${HTML}links.html#link-type-canonical`, { asks: false }),
  link('alternate', 'optional', 'optional_external', `${HTML}links.html#rel-alternate`, { asks: false }),
  row('meta[property=og:image]', ['meta'], ['content'], 'optional', 'optional_external', 'https://ogp.me/', { asks: false, when: { attribute: 'property', oneOf: ['og:image', 'og:image:url', 'og:image:secure_url', 'og:audio', 'og:video'] } }),
  row('meta[name=twitter:image]', ['meta'], ['content'], 'optional', 'optional_external', 'https://developer.x.com/en/docs/x-for-websites/cards/overview/markup', { asks: false, when: { attribute: 'name', oneOf: ['twitter:image', 'twitter:image:src', 'twitter:player', 'msapplication-tileimage'] } }),
  row('[attributionsrc]', ['img', 'script'], ['attributionsrc'], 'optional', 'optional_external', 'https://wicg.github.io/attribution-reporting-api/', { form: 'url-list' }),
  row('a[ping]', ['a', 'area'], ['ping'], 'optional', 'optional_external', `${HTML}links.html#ping`, { form: 'url-list', asks: false }),
  // Hints: a connection or a request that nothing waits for
  link('dns-prefetch', 'hint', 'external_hint', `${HTML}links.html#link-type-dns-prefetch`),
  link('preconnect', 'hint', 'external_hint', `${HTML}links.html#link-type-preconnect`),
  link('prefetch', 'hint', 'external_hint', `${HTML}links.html#link-type-prefetch`),
  link('prerender', 'hint', 'external_hint', 'https://www.w3.org/TR/resource-hints/#prerender'),
  // Where a visitor may go
  row('form[action]', ['form'], ['action'], 'navigation', 'external_form', `${HTML}form-control-infrastructure.html#attr-fs-action`),
  row('[formaction]', ['button', 'input'], ['formaction'], 'navigation', 'external_form', `${HTML}form-control-infrastructure.html#attr-fs-formaction`),
];
