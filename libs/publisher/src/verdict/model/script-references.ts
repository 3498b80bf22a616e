import type { ReferenceEffectOnVerdict, WarningCode } from './verdict.ts';

/**
 * How a script passes an address to the browser: as an argument (`call`, `new`), as a property that it sets (also in an object
 * literal or by `setAttribute`), or in an `import`. `mention`: it is enough that the script names the object. `special`: other
 * code detects it.
 */
export type ReferencingScriptConstructKind =
  'call' | 'new' | 'property' | 'mention' | 'import' | 'special';

/** A script construct through which a browser loads something; a row of `SCRIPT_REFERENCES`. */
export interface ReferencingScriptConstruct {
  readonly construct: string;
  readonly shape: ReferencingScriptConstructKind;
  readonly name: string;
  /** Index of the argument that is the address; `all` when every argument may be one. */
  readonly argument: number | 'all';
  /** The names of the objects whose method of this name loads. Missing when the method loads on every object. */
  readonly on?: readonly string[];
  /**
   * A condition for properties whose name has other meanings as well. The property counts only when the page contains:
   * `link`, a style sheet link or an SVG image; `object`, an object or embed element; `address`, an absolute address of
   * another host as the value.
   */
  readonly needs?: 'link' | 'object' | 'address';
  readonly class: ReferenceEffectOnVerdict;
  readonly code: WarningCode;
  readonly source: string;
}

const HTML_STANDARD = 'https://html.spec.whatwg.org/multipage/';
const DOM = 'https://dom.spec.whatwg.org/';

function scriptRow(
  construct: string,
  shape: ReferencingScriptConstructKind,
  name: string,
  source: string,
  rest: Partial<
    Pick<ReferencingScriptConstruct, 'argument' | 'on' | 'code' | 'class' | 'needs'>
  > = {},
): ReferencingScriptConstruct {
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

/** The row of `import()` in `SCRIPT_REFERENCES`. All other imports of modules are reported with it too. */
// prettier-ignore
export const IMPORT_ROW = scriptRow('import()', 'import', 'import()', `${HTML_STANDARD}webappapis.html#hostloadimportedmodule`, MODULE);
/** The row of `fetch()` in `SCRIPT_REFERENCES`. */
// prettier-ignore
export const FETCH_ROW = scriptRow('fetch()', 'call', 'fetch', 'https://fetch.spec.whatwg.org/#fetch-method');
/** The row of `location = …` in `SCRIPT_REFERENCES`. All other ways in which a script navigates are reported with it too. */
// prettier-ignore
export const LOCATION_ROW = scriptRow('location =', 'special', 'location', `${HTML_STANDARD}nav-history-apis.html#the-location-interface`);
/** The row of `window.open()` in `SCRIPT_REFERENCES`. */
// prettier-ignore
export const OPEN_ROW = scriptRow('window.open()', 'special', 'window.open', `${HTML_STANDARD}nav-history-apis.html#dom-open-dev`);

// One line per construct, so that the list reads as a table.
/** Every script construct through which a browser loads something. Listed in docs/reference/publishing.md. */
// prettier-ignore
export const SCRIPT_REFERENCES: readonly ReferencingScriptConstruct[] = [
  scriptRow('import … from', 'import', 'import', `${HTML_STANDARD}webappapis.html#fetch-the-descendants-of-and-link-a-module-script`, MODULE),
  scriptRow('export … from', 'import', 'export', `${HTML_STANDARD}webappapis.html#fetch-the-descendants-of-and-link-a-module-script`, MODULE),
  IMPORT_ROW,
  scriptRow('importShim()', 'call', 'importShim', 'https://github.com/guybedford/es-module-shims', MODULE),
  scriptRow('System.import()', 'call', 'import', 'https://github.com/systemjs/systemjs', { ...MODULE, on: ['System'] }),
  scriptRow('new Worker()', 'new', 'Worker', `${HTML_STANDARD}workers.html#dom-worker`, WORKER),
  scriptRow('new SharedWorker()', 'new', 'SharedWorker', `${HTML_STANDARD}workers.html#dom-sharedworker`, WORKER),
  scriptRow('importScripts()', 'call', 'importScripts', `${HTML_STANDARD}workers.html#dom-workerglobalscope-importscripts`, { ...WORKER, argument: 'all' }),
  scriptRow('serviceWorker.register()', 'call', 'register', 'https://www.w3.org/TR/service-workers/#navigator-service-worker-register', { ...WORKER, on: ['serviceWorker'] }),
  scriptRow('worklet.addModule()', 'call', 'addModule', `${HTML_STANDARD}worklets.html#dom-worklet-addmodule`, WORKER),
  FETCH_ROW,
  scriptRow('fetchLater()', 'call', 'fetchLater', 'https://fetch.spec.whatwg.org/#fetch-later-method'),
  scriptRow('new Request()', 'new', 'Request', 'https://fetch.spec.whatwg.org/#dom-request'),
  scriptRow('XMLHttpRequest.open()', 'special', 'open', 'https://xhr.spec.whatwg.org/#the-open()-method', { argument: 1 }),
  scriptRow('new WebSocket()', 'new', 'WebSocket', 'https://websockets.spec.whatwg.org/#dom-websocket-websocket'),
  scriptRow('new WebSocketStream()', 'new', 'WebSocketStream', 'https://github.com/whatwg/websockets/blob/main/Streams.md'),
  scriptRow('new WebTransport()', 'new', 'WebTransport', 'https://www.w3.org/TR/webtransport/#dom-webtransport-webtransport'),
  scriptRow('new EventSource()', 'new', 'EventSource', `${HTML_STANDARD}server-sent-events.html#dom-eventsource`),
  scriptRow('new RTCPeerConnection()', 'mention', 'RTCPeerConnection', 'https://www.w3.org/TR/webrtc/#dom-peerconnection'),
  scriptRow('caches', 'mention', 'caches', 'https://www.w3.org/TR/service-workers/#cache-add'),
  scriptRow('navigator.sendBeacon()', 'call', 'sendBeacon', 'https://www.w3.org/TR/beacon/#sendbeacon-method'),
  scriptRow('new Audio()', 'new', 'Audio', `${HTML_STANDARD}media.html#dom-audio`),
  scriptRow('.src =', 'property', 'src', `${HTML_STANDARD}embedded-content.html#dom-img-src`),
  scriptRow('.srcset =', 'property', 'srcset', `${HTML_STANDARD}embedded-content.html#dom-img-srcset`),
  scriptRow('.imageSrcset =', 'property', 'imageSrcset', `${HTML_STANDARD}semantics.html#dom-link-imagesrcset`),
  scriptRow('.poster =', 'property', 'poster', `${HTML_STANDARD}media.html#dom-video-poster`),
  scriptRow('.href =', 'property', 'href', `${HTML_STANDARD}semantics.html#dom-link-href`, { needs: 'link' }),
  scriptRow('xlink:href =', 'property', 'xlink:href', 'https://www.w3.org/TR/SVG2/linking.html#XLinkHrefAttribute', { needs: 'link' }),
  scriptRow('.baseVal =', 'property', 'baseVal', 'https://www.w3.org/TR/SVG2/types.html#InterfaceSVGAnimatedString', { needs: 'link' }),
  scriptRow('.background =', 'property', 'background', `${HTML_STANDARD}obsolete.html#dom-body-background`, { needs: 'address' }),
  scriptRow('.data =', 'property', 'data', `${HTML_STANDARD}iframe-embed-object.html#dom-object-data`, { needs: 'object' }),
  LOCATION_ROW,
  OPEN_ROW,
  scriptRow('$.getScript()', 'call', 'getScript', 'https://api.jquery.com/jQuery.getScript/'),
  scriptRow('$.getJSON()', 'call', 'getJSON', 'https://api.jquery.com/jQuery.getJSON/'),
  scriptRow('require([…])', 'special', 'require', 'https://github.com/amdjs/amdjs-api/blob/master/require.md'),
  scriptRow('document.write()', 'special', 'write', `${HTML_STANDARD}dynamic-markup-insertion.html#document.write()`),
  scriptRow('.innerHTML =', 'special', 'innerHTML', `${DOM}#concept-node-insert`),
  scriptRow('eval()', 'special', 'eval', 'https://tc39.es/ecma262/#sec-eval-x'),
];
