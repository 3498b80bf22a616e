import type { ReferenceEffectOnVerdict, WarningCode } from './verdict.ts';

/** The syntax in which the value of an attribute contains addresses of resources. */
export type AttributeValueSyntax =
  'url' | 'srcset' | 'url-list' | 'css' | 'html' | 'refresh' | 'animation';

/**
 * A condition on the element's attributes under which a row of `ATTRIBUTE_REFERENCES` applies. `is` names the type of a script
 * or style sheet.
 */
export type ElementMatchCondition =
  | { readonly rel: string }
  | { readonly relStarts: string }
  | { readonly attribute: string; readonly oneOf: readonly string[] }
  | { readonly absent: string }
  | {
      readonly is: 'javascript' | 'other-script' | 'legacy-script' | 'style-sheet' | 'other-sheet';
    };

/** A row of `ATTRIBUTE_REFERENCES`: attributes through which markup names a resource. */
export interface ReferencingAttributeDefinition {
  /** The element and attribute in selector notation. A warning shows it as its `element`. */
  readonly construct: string;
  readonly namespace: 'html' | 'svg' | 'any';
  /** Names of the elements to which the row applies; empty when it applies to every element with the attribute. */
  readonly elements: readonly string[];
  readonly attributes: readonly string[];
  readonly form: AttributeValueSyntax;
  readonly when?: ElementMatchCondition;
  readonly class: ReferenceEffectOnVerdict;
  readonly code: WarningCode;
  /** True when a browser requests the address without an action of the visitor. */
  readonly asks: boolean;
  /** True when an address of the form `#name` refers to the document itself, even if its `<base>` is another address. */
  readonly ownFragments?: boolean;
  /** The clause of the web standard that lets a browser load the resource. */
  readonly source: string;
}

const HTML_SPEC = 'https://html.spec.whatwg.org/multipage/';
const SVG = 'https://www.w3.org/TR/SVG2/';
const HREF = ['href', 'xlink:href'] as const;

/** The members of an `ReferencingAttributeDefinition` for which `attributeRow` has a default. */
type ReferencingAttributeOptions = Partial<
  Pick<ReferencingAttributeDefinition, 'namespace' | 'form' | 'when' | 'asks' | 'ownFragments'>
>;

function attributeRow(
  construct: string,
  elements: readonly string[],
  attributes: readonly string[],
  kind: ReferenceEffectOnVerdict,
  code: WarningCode,
  source: string,
  rest: ReferencingAttributeOptions = {},
): ReferencingAttributeDefinition {
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

/**
 * Option of rows for elements that the browser's preload scanner requests before parsing. The scanner ignores whether they are
 * inside SVG or MathML, so the row applies in any namespace.
 */
const SCANNED = { namespace: 'any' } as const;

const link = (
  rel: string,
  kind: ReferenceEffectOnVerdict,
  code: WarningCode,
  source: string,
  rest: ReferencingAttributeOptions = {},
): ReferencingAttributeDefinition =>
  attributeRow(`link[rel=${rel}]`, ['link'], ['href'], kind, code, source, {
    when: { rel },
    ...SCANNED,
    ...rest,
  });

/** SVG presentation attributes whose value can contain `url()`. Source: SVG 2, 6.6. */
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

// One line per construct, so that the list reads as a table.
/**
 * Every attribute through which a browser loads something. For each attribute of an element, the first matching row counts.
 * Listed in docs/reference/publishing.md.
 */
// prettier-ignore
export const ATTRIBUTE_REFERENCES: readonly ReferencingAttributeDefinition[] = [
  // Rows for scripts and style sheets
  attributeRow('script[src]', ['script'], ['src'], 'required', 'external_script', `${HTML_SPEC}scripting.html#attr-script-src`, { when: { is: 'javascript' }, ...SCANNED }),
  attributeRow('script[nomodule][src]', ['script'], ['src'], 'optional', 'optional_external', `${HTML_SPEC}scripting.html#attr-script-nomodule`, { when: { is: 'legacy-script' }, ...SCANNED }),
  attributeRow('script[type][src]', ['script'], ['src'], 'optional', 'optional_external', `${HTML_SPEC}scripting.html#data-block`, { when: { is: 'other-script' } }),
  attributeRow('svg script[href]', ['script'], HREF, 'required', 'external_script', `${SVG}interact.html#ScriptElement`, { namespace: 'svg' }),
  attributeRow('link[rel=stylesheet]', ['link'], ['href'], 'required', 'external_style', `${HTML_SPEC}links.html#link-type-stylesheet`, { when: { is: 'style-sheet' }, ...SCANNED }),
  attributeRow('link[rel=stylesheet][type]', ['link'], ['href'], 'optional', 'optional_external', `${HTML_SPEC}links.html#link-type-stylesheet`, { when: { is: 'other-sheet' } }),
  // Rows for images
  attributeRow('img[src]', ['img'], ['src'], 'required', 'external_image', `${HTML_SPEC}embedded-content.html#attr-img-src`, SCANNED),
  attributeRow('img[srcset]', ['img'], ['srcset'], 'required', 'external_image', `${HTML_SPEC}embedded-content.html#attr-img-srcset`, { form: 'srcset', ...SCANNED }),
  attributeRow('source[srcset]', ['source'], ['srcset'], 'required', 'external_image', `${HTML_SPEC}embedded-content.html#attr-source-srcset`, { form: 'srcset', ...SCANNED }),
  attributeRow('input[type=image]', ['input'], ['src'], 'required', 'external_image', `${HTML_SPEC}input.html#attr-input-src`, { when: { attribute: 'type', oneOf: ['image'] }, ...SCANNED }),
  attributeRow('video[poster]', ['video'], ['poster'], 'required', 'external_image', `${HTML_SPEC}media.html#attr-video-poster`, SCANNED),
  attributeRow('[background]', ['body', 'table', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th'], ['background'], 'required', 'external_image', `${HTML_SPEC}rendering.html#the-page`),
  attributeRow('svg image[href]', ['image'], HREF, 'required', 'external_image', `${SVG}embedded.html#ImageElement`, { namespace: 'svg', ownFragments: true }),
  attributeRow('svg feImage[href]', ['feImage'], HREF, 'required', 'external_image', 'https://www.w3.org/TR/filter-effects-1/#feImageElement', { namespace: 'svg', ownFragments: true }),
  attributeRow('svg use[href]', ['use'], HREF, 'required', 'external_image', `${SVG}struct.html#UseElement`, { namespace: 'svg', ownFragments: true }),
  attributeRow('svg animate[attributeName=href]', ['animate', 'set'], ['from', 'to', 'by', 'values'], 'required', 'external_image', 'https://svgwg.org/specs/animations/#AttributeNameAttribute', { namespace: 'svg', form: 'animation', ownFragments: true, when: { attribute: 'attributeName', oneOf: ['href', 'xlink:href'] } }),
  attributeRow('svg animate[attributeName=fill]', ['animate', 'set'], ['from', 'to', 'by', 'values'], 'required', 'external_image', 'https://svgwg.org/specs/animations/#AttributeNameAttribute', { namespace: 'svg', form: 'css' }),
  // Rows for sound, video and 3D models
  attributeRow('video[src]', ['video'], ['src'], 'required', 'external_media', `${HTML_SPEC}media.html#attr-media-src`),
  attributeRow('audio[src]', ['audio'], ['src'], 'required', 'external_media', `${HTML_SPEC}media.html#attr-media-src`),
  attributeRow('source[src]', ['source'], ['src'], 'required', 'external_media', `${HTML_SPEC}embedded-content.html#attr-source-src`),
  attributeRow('track[src]', ['track'], ['src'], 'required', 'external_media', `${HTML_SPEC}media.html#attr-track-src`),
  attributeRow('model[src]', ['model'], ['src'], 'required', 'external_media', 'https://immersive-web.github.io/model-element/'),
  // Rows for nested documents
  attributeRow('iframe[src]', ['iframe'], ['src'], 'required', 'external_frame', `${HTML_SPEC}iframe-embed-object.html#attr-iframe-src`, { when: { absent: 'srcdoc' } }),
  attributeRow('frame[src]', ['frame'], ['src'], 'required', 'external_frame', `${HTML_SPEC}obsolete.html#frames`),
  attributeRow('portal[src]', ['portal'], ['src'], 'required', 'external_frame', 'https://wicg.github.io/portals/'),
  attributeRow('embed[src]', ['embed'], ['src'], 'required', 'external_object', `${HTML_SPEC}iframe-embed-object.html#attr-embed-src`),
  attributeRow('object[data]', ['object'], ['data'], 'required', 'external_object', `${HTML_SPEC}iframe-embed-object.html#attr-object-data`),
  attributeRow('iframe[srcdoc]', ['iframe'], ['srcdoc'], 'required', 'external_frame', `${HTML_SPEC}iframe-embed-object.html#attr-iframe-srcdoc`, { form: 'html' }),
  attributeRow('meta[http-equiv=refresh]', ['meta'], ['content'], 'required', 'meta_refresh', `${HTML_SPEC}semantics.html#attr-meta-http-equiv-refresh`, { form: 'refresh', when: { attribute: 'http-equiv', oneOf: ['refresh'] } }),
  // Rows for attributes that contain CSS
  attributeRow('[style]', [], ['style'], 'required', 'external_image', 'https://www.w3.org/TR/css-style-attr/', { namespace: 'any', form: 'css' }),
  attributeRow('svg [fill=url()]', [], PRESENTATION, 'required', 'external_image', `${SVG}styling.html#PresentationAttributes`, { namespace: 'svg', form: 'css' }),
  // Rows for optional resources: the page is complete without them
  link('icon', 'optional', 'optional_external', `${HTML_SPEC}links.html#rel-icon`),
  link('apple-touch-icon', 'optional', 'optional_external', 'https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/ConfiguringWebApplications/ConfiguringWebApplications.html', { when: { relStarts: 'apple-touch-' } }),
  link('mask-icon', 'optional', 'optional_external', 'https://developer.apple.com/library/archive/documentation/AppleApplications/Reference/SafariWebContent/pinnedTabs/pinnedTabs.html'),
  link('manifest', 'optional', 'optional_external', 'https://www.w3.org/TR/appmanifest/#using-a-link-element-to-link-to-a-manifest'),
  link('preload', 'optional', 'optional_external', `${HTML_SPEC}links.html#link-type-preload`),
  attributeRow('link[imagesrcset]', ['link'], ['imagesrcset'], 'optional', 'optional_external', `${HTML_SPEC}semantics.html#attr-link-imagesrcset`, { form: 'srcset', when: { rel: 'preload' }, ...SCANNED }),
  link('modulepreload', 'optional', 'optional_external', `${HTML_SPEC}links.html#link-type-modulepreload`),
  link('compression-dictionary', 'optional', 'optional_external', 'https://www.rfc-editor.org/rfc/rfc9842'),
  link('import', 'optional', 'optional_external', 'https://www.w3.org/TR/html-imports/'),
  link('canonical', 'optional', 'optional_external', `${HTML_SPEC}links.html#link-type-canonical`, { asks: false }),
  link('alternate', 'optional', 'optional_external', `${HTML_SPEC}links.html#rel-alternate`, { asks: false }),
  attributeRow('meta[property=og:image]', ['meta'], ['content'], 'optional', 'optional_external', 'https://ogp.me/', { asks: false, when: { attribute: 'property', oneOf: ['og:image', 'og:image:url', 'og:image:secure_url', 'og:audio', 'og:video'] } }),
  attributeRow('meta[name=twitter:image]', ['meta'], ['content'], 'optional', 'optional_external', 'https://developer.x.com/en/docs/x-for-websites/cards/overview/markup', { asks: false, when: { attribute: 'name', oneOf: ['twitter:image', 'twitter:image:src', 'twitter:player', 'msapplication-tileimage'] } }),
  attributeRow('[attributionsrc]', ['img', 'script'], ['attributionsrc'], 'optional', 'optional_external', 'https://wicg.github.io/attribution-reporting-api/', { form: 'url-list' }),
  attributeRow('a[ping]', ['a', 'area'], ['ping'], 'optional', 'optional_external', `${HTML_SPEC}links.html#ping`, { form: 'url-list', asks: false }),
  // Rows for resource hints: connections and requests that do not delay the display of the page
  link('dns-prefetch', 'hint', 'external_hint', `${HTML_SPEC}links.html#link-type-dns-prefetch`),
  link('preconnect', 'hint', 'external_hint', `${HTML_SPEC}links.html#link-type-preconnect`),
  link('prefetch', 'hint', 'external_hint', `${HTML_SPEC}links.html#link-type-prefetch`),
  link('prerender', 'hint', 'external_hint', 'https://www.w3.org/TR/resource-hints/#prerender'),
  // Rows for navigation, which the visitor starts
  attributeRow('form[action]', ['form'], ['action'], 'navigation', 'external_form', `${HTML_SPEC}form-control-infrastructure.html#attr-fs-action`),
  attributeRow('[formaction]', ['button', 'input'], ['formaction'], 'navigation', 'external_form', `${HTML_SPEC}form-control-infrastructure.html#attr-fs-formaction`),
];
