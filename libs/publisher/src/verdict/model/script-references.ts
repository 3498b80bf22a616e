import type { ReferenceClass, WarningCode } from './verdict.ts';

/**
 * Where a script hands an address to the browser: the argument of a call or of `new`, a property it sets (also as
 * an object's member and as an attribute's name), or a name whose mere use may load.
 */
export type ScriptShape = 'call' | 'new' | 'property' | 'mention' | 'import' | 'special';

/** One such place. */
export interface ScriptReference {
  readonly construct: string;
  readonly shape: ScriptShape;
  readonly name: string;
  /** Which argument holds the address; `all` for a list of them. */
  readonly argument: number | 'all';
  /** The object a method must be called on, when its name alone says too little. */
  readonly on?: readonly string[];
  /**
   * Something the page must show before the property counts, because the same name means other things elsewhere:
   * `link` a style sheet link or an SVG image, `object` an object or embed element, `address` a whole address of
   * another host as the value.
   */
  readonly needs?: 'link' | 'object' | 'address';
  readonly class: ReferenceClass;
  readonly code: WarningCode;
  readonly source: string;
}

const HTML = 'https://html.spec.whatwg.org/multipage/';
const DOM = 'https://dom.spec.whatwg.org/';

function row(
  construct: string,
  shape: ScriptShape,
  name: string,
  source: string,
  rest: Partial<Pick<ScriptReference, 'argument' | 'on' | 'code' | 'class' | 'needs'>> = {},
): ScriptReference {
  return {
    construct,
    shape,
    name,
    source,
    argument: 0,
    class: 'required',
    code: 'runtime_external',
    ...rest,
  };
}

const WORKER = { code: 'external_worker' } as const;
const MODULE = { code: 'external_module' } as const;

// One construct, one line: it is read as a table.
/** Every script construct through which a browser loads something. Listed in docs/reference/publishing.md. */
// prettier-ignore
export const SCRIPT_REFERENCES: readonly ScriptReference[] = [
  row('import … from', 'import', 'import', `${HTML}webappapis.html#fetch-the-descendants-of-and-link-a-module-script`, MODULE),
  row('export … from', 'import', 'export', `${HTML}webappapis.html#fetch-the-descendants-of-and-link-a-module-script`, MODULE),
  row('import()', 'import', 'import()', `${HTML}webappapis.html#hostloadimportedmodule`, MODULE),
  row('importShim()', 'call', 'importShim', 'https://github.com/guybedford/es-module-shims', MODULE),
  row('System.import()', 'call', 'import', 'https://github.com/systemjs/systemjs', { ...MODULE, on: ['System'] }),
  row('new Worker()', 'new', 'Worker', `${HTML}workers.html#dom-worker`, WORKER),
  row('new SharedWorker()', 'new', 'SharedWorker', `${HTML}workers.html#dom-sharedworker`, WORKER),
  row('importScripts()', 'call', 'importScripts', `${HTML}workers.html#dom-workerglobalscope-importscripts`, { ...WORKER, argument: 'all' }),
  row('serviceWorker.register()', 'call', 'register', 'https://www.w3.org/TR/service-workers/#navigator-service-worker-register', { ...WORKER, on: ['serviceWorker'] }),
  row('worklet.addModule()', 'call', 'addModule', `${HTML}worklets.html#dom-worklet-addmodule`, WORKER),
  row('fetch()', 'call', 'fetch', 'https://fetch.spec.whatwg.org/#fetch-method'),
  row('fetchLater()', 'call', 'fetchLater', 'https://fetch.spec.whatwg.org/#fetch-later-method'),
  row('new Request()', 'new', 'Request', 'https://fetch.spec.whatwg.org/#dom-request'),
  row('XMLHttpRequest.open()', 'special', 'open', 'https://xhr.spec.whatwg.org/#the-open()-method', { argument: 1 }),
  row('new WebSocket()', 'new', 'WebSocket', 'https://websockets.spec.whatwg.org/#dom-websocket-websocket'),
  row('new WebSocketStream()', 'new', 'WebSocketStream', 'https://github.com/whatwg/websockets/blob/main/Streams.md'),
  row('new WebTransport()', 'new', 'WebTransport', 'https://www.w3.org/TR/webtransport/#dom-webtransport-webtransport'),
  row('new EventSource()', 'new', 'EventSource', `${HTML}server-sent-events.html#dom-eventsource`),
  row('new RTCPeerConnection()', 'mention', 'RTCPeerConnection', 'https://www.w3.org/TR/webrtc/#dom-peerconnection'),
  row('caches', 'mention', 'caches', 'https://www.w3.org/TR/service-workers/#cache-add'),
  row('navigator.sendBeacon()', 'call', 'sendBeacon', 'https://www.w3.org/TR/beacon/#sendbeacon-method'),
  row('new Audio()', 'new', 'Audio', `${HTML}media.html#dom-audio`),
  row('.src =', 'property', 'src', `${HTML}embedded-content.html#dom-img-src`),
  row('.srcset =', 'property', 'srcset', `${HTML}embedded-content.html#dom-img-srcset`),
  row('.imageSrcset =', 'property', 'imageSrcset', `${HTML}semantics.html#dom-link-imagesrcset`),
  row('.poster =', 'property', 'poster', `${HTML}media.html#dom-video-poster`),
  row('.href =', 'property', 'href', `${HTML}semantics.html#dom-link-href`, { needs: 'link' }),
  row('xlink:href =', 'property', 'xlink:href', 'https://www.w3.org/TR/SVG2/linking.html#XLinkHrefAttribute', { needs: 'link' }),
  row('.baseVal =', 'property', 'baseVal', 'https://www.w3.org/TR/SVG2/types.html#InterfaceSVGAnimatedString', { needs: 'link' }),
  row('.background =', 'property', 'background', `${HTML}obsolete.html#dom-body-background`, { needs: 'address' }),
  row('.data =', 'property', 'data', `${HTML}iframe-embed-object.html#dom-object-data`, { needs: 'object' }),
  row('location =', 'special', 'location', `${HTML}nav-history-apis.html#the-location-interface`),
  row('window.open()', 'special', 'window.open', `${HTML}nav-history-apis.html#dom-open-dev`),
  row('$.getScript()', 'call', 'getScript', 'https://api.jquery.com/jQuery.getScript/'),
  row('$.getJSON()', 'call', 'getJSON', 'https://api.jquery.com/jQuery.getJSON/'),
  row('require([…])', 'special', 'require', 'https://github.com/amdjs/amdjs-api/blob/master/require.md'),
  row('document.write()', 'special', 'write', `${HTML}dynamic-markup-insertion.html#document.write()`),
  row('.innerHTML =', 'special', 'innerHTML', `${DOM}#concept-node-insert`),
  row('eval()', 'special', 'eval', 'https://tc39.es/ecma262/#sec-eval-x'),
];
