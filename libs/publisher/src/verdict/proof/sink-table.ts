import { nameEntries, nameSet } from '../model/index.ts';

/**
 * What the browser does with a value that a script passes to a property, attribute or argument. Such a place is called a sink.
 */
export type ScriptSinkKind =
  /** The browser loads the resource whose address is the value. */
  | 'address'
  /** The browser loads every address in the value, which is a `srcset`. */
  | 'address-list'
  /** The browser loads the value as an address on elements such as `link`. On `a` the value is only the target of a click. */
  | 'link'
  /**
   * The value becomes the target of a link or form. Without an action of the visitor, the browser navigates to it only when
   * code calls `click` or `submit`.
   */
  | 'lead'
  /** The browser parses the value as HTML. */
  | 'markup'
  /** The browser parses the value as CSS. */
  | 'css'
  /**
   * The value becomes the text of a node. It has an effect only in a style sheet, script or attribute, where the browser
   * interprets the text.
   */
  | 'content'
  /** The value changes the effect of the element's other attributes, such as `rel` or `type`. */
  | 'switch'
  /** The browser navigates the page to the value. */
  | 'location'
  /** Every value is reported, because none is proven harmless here. */
  | 'never';

/** CSS properties whose value may contain an address, as in a style sheet. */
const CSS_PROPERTIES =
  'background background-image border-image border-image-source list-style list-style-image cursor filter ' +
  'backdrop-filter mask mask-image mask-border mask-border-source clip-path shape-outside offset offset-path fill ' +
  'stroke marker marker-start marker-mid marker-end content -webkit-mask -webkit-mask-image -webkit-box-reflect ' +
  '-webkit-mask-box-image -webkit-mask-box-image-source -webkit-border-image -webkit-filter -webkit-clip-path ' +
  '-webkit-shape-outside';

/** Returns the names that an element's `style` has for a CSS property: `-webkit-mask`, `webkitMask`, `WebkitMask`. */
function styleNames(property: string): readonly string[] {
  const camel = (text: string): string =>
    text.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [property, camel(property.replace(/^-/, '')), camel(property)];
}

/**
 * The properties of browser objects through which a value may load something (sinks), by property name. Assigning to any other
 * property is harmless.
 */
export const PROPERTY_SINKS: ReadonlyMap<string, ScriptSinkKind> = new Map<string, ScriptSinkKind>([
  ...nameEntries(`cssText style ${CSS_PROPERTIES.split(' ').flatMap(styleNames).join(' ')}`, 'css'),
  ...nameEntries('src poster', 'address'),
  ...nameEntries('srcset imageSrcset', 'address-list'),
  ...nameEntries('href baseVal', 'link'),
  ...nameEntries(
    'action formAction ping search pathname host hostname port protocol username password',
    'lead',
  ),
  ...nameEntries('innerHTML outerHTML srcdoc', 'markup'),
  ...nameEntries('textContent innerText outerText text nodeValue data value', 'content'),
  ...nameEntries('rel as type media disabled noModule crossOrigin loading', 'switch'),
  ...nameEntries('location', 'location'),
  ...nameEntries('httpEquiv adoptedStyleSheets attributionSrc relList __proto__', 'never'),
]);

/** The attributes through which a value may load something (sinks), by attribute name in lower case. */
export const ATTRIBUTE_SINKS: ReadonlyMap<string, ScriptSinkKind> = new Map<string, ScriptSinkKind>(
  [
    ...nameEntries('src poster background data', 'address'),
    ...nameEntries('srcset imagesrcset', 'address-list'),
    ...nameEntries('href xlink:href', 'link'),
    ...nameEntries('action formaction ping', 'lead'),
    ...nameEntries('srcdoc', 'markup'),
    ...nameEntries(
      'style fill stroke clip-path mask filter marker marker-start marker-mid marker-end cursor',
      'css',
    ),
    ...nameEntries(
      'rel as type media disabled nomodule content crossorigin loading language',
      'switch',
    ),
    ...nameEntries(
      'http-equiv attributionsrc from to by values attributename xml:base is shadowrootmode',
      'never',
    ),
  ],
);

/**
 * Matches values of attributes such as `rel` and `type` (sink kind `switch`) with which no element starts to load a resource.
 */
export const HARMLESS_SWITCH =
  /^(?:text|number|button|submit|reset|checkbox|radio|range|date|datetime-local|time|month|week|color|email|password|search|tel|url|file|hidden|noopener|noreferrer|nofollow|noopener noreferrer|external|lazy|eager|utf-8|[12])$/i;

/**
 * Browser globals that load resources, run text as code, or give access to objects that do. Every reference to one is reported.
 */
export const LOADING_GLOBALS: ReadonlySet<string> = nameSet(`
  fetch fetchLater importScripts caches eval execScript navigation trustedTypes
  documentPictureInPicture sharedStorage showModalDialog chrome external launchQueue
  speechSynthesis webkitRequestFileSystem webkitResolveLocalFileSystemURL
`);

/**
 * Globals that exist in other environments, such as Node, but not in browsers. Unless the page declares one, code behind a test
 * for it never runs.
 */
export const FOREIGN_GLOBALS: ReadonlySet<string> = nameSet(
  'require module exports define process global Buffer __dirname __filename',
);

/**
 * Browser globals with a capital letter that load nothing. A reference to any other global with a capital letter is reported.
 */
export const HARMLESS_GLOBALS: ReadonlySet<string> = nameSet(`
  Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date Error EvalError
  Float32Array Float64Array Infinity Int16Array Int32Array Int8Array Intl JSON Map Math NaN Number
  Object Promise RangeError ReferenceError RegExp Set String Symbol SyntaxError TypeError URIError
  Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet WeakRef AggregateError
  Event CustomEvent EventTarget MouseEvent KeyboardEvent PointerEvent TouchEvent InputEvent
  FocusEvent WheelEvent DragEvent Node Element HTMLElement HTMLInputElement HTMLButtonElement
  HTMLSelectElement HTMLTextAreaElement HTMLCanvasElement HTMLDivElement SVGElement Document
  DocumentFragment NodeList NodeFilter HTMLCollection Text URL URLSearchParams Blob File
  FileReader FormData TextEncoder TextDecoder AbortController AbortSignal Headers
  IntersectionObserver MutationObserver ResizeObserver PerformanceObserver CSS AudioContext
  webkitAudioContext OfflineAudioContext ImageData Path2D OffscreenCanvas DOMMatrix DOMPoint
  DOMRect DOMParser XMLSerializer Image Audio Option DOMException BroadcastChannel MessageChannel
  Range Selection Storage
`);

/** Methods of browser objects whose every call is reported, because no argument is proven to be harmless. */
export const NEVER_METHODS: ReadonlySet<string> = nameSet(`
  setAttributeNode setAttributeNodeNS setNamedItem setNamedItemNS createAttribute
  createAttributeNS getAttributeNode getAttributeNodeNS addModule sendBeacon execCommand
  registerProperty importScripts getOwnPropertyDescriptor getOwnPropertyDescriptors
  __lookupSetter__ __lookupGetter__ __defineSetter__ __defineGetter__ transformToFragment
  createHTMLDocument createDocument evaluate requestWindow createProcessingInstruction fetch
  fetchLater eval execScript constructor joinAdInterestGroup updateAdInterestGroups runAdAuction
`);

/** Members that load resources or run text as code. A script may pass a reference to them on and call it anywhere. */
export const LOADING_MEMBERS: ReadonlySet<string> = new Set([
  ...NEVER_METHODS,
  ...nameSet(`
    setAttribute setAttributeNS write writeln insertAdjacentHTML createContextualFragment
    setHTMLUnsafe parseHTMLUnsafe setHTML insertRule addRule appendRule replaceSync setProperty
    animate setKeyframes Function Worker SharedWorker EventSource WebSocket WebSocketStream
    WebTransport XMLHttpRequest Image Audio FontFace RTCPeerConnection createElement
    createElementNS createTextNode defineProperty defineProperties caches navigation serviceWorker
    WebAssembly Notification MediaMetadata webkitRTCPeerConnection paintWorklet audioWorklet
    layoutWorklet animationWorklet setTimeout setInterval parseFromString append prepend after
    before replaceWith replaceChildren click submit requestSubmit open assign replace set
    insertAdjacentText appendData insertData replaceData removeAttribute toggleAttribute
    dispatchEvent
  `),
]);

/** Elements that load a document, a script or a style sheet from their address; `*` is an element with an unknown tag. */
export const DOCUMENT_TAGS: ReadonlySet<string> = nameSet(
  'iframe frame object embed portal applet fencedframe script link use base *',
);
/** Elements whose `href` loads a resource; `*` is an element with an unknown tag. */
export const LINKING_TAGS: ReadonlySet<string> = nameSet(`
  link base image feimage use script mpath textpath pattern lineargradient radialgradient filter
  cursor animate set *
`);
/** The element whose text is a script; `*` is an element with an unknown tag. */
export const SCRIPT_TAGS: ReadonlySet<string> = nameSet('script *');
/** Elements whose text is a style sheet or a script; `*` is an element with an unknown tag. */
export const CONTENT_TAGS: ReadonlySet<string> = nameSet('style script *');
/** Elements whose creation by a script is always reported. */
export const DOUBTED_TAGS: ReadonlySet<string> = nameSet(
  'script base meta animate set animatemotion animatetransform',
);
/**
 * Matches the names of events that a browser fires only after an action of the visitor, also with the prefix `on` of
 * attributes.
 */
export const USER_EVENT =
  /^(?:on)?(?:click|dblclick|auxclick|contextmenu|mouse\w+|key\w+|pointer\w+|touch\w+|input|change|submit|drag\w*|drop|wheel|copy|cut|paste)$/;
