import type { AnyNode, Identifier } from 'acorn';
import { nameEntries, nameSet } from '../model/index.ts';
import { fieldOf } from './allocation-site.ts';
import type { VariableBinding, AbstractValue } from './domain.ts';
import type { EvaluationFrame } from './frame.ts';
import { readMember, writeMember } from './members.ts';
import { lookUp } from './scope.ts';
import { FOREIGN_GLOBALS, HARMLESS_GLOBALS, LOADING_GLOBALS } from './sink-table.ts';
import {
  ANYTHING,
  ELEMENTS,
  host,
  join,
  joinAll,
  NEVER,
  NONE,
  PRIMITIVE,
  siteValue,
  TEXT,
  text,
  UNKNOWN,
} from './value.ts';

/** Browser globals whose value in the analysis is the browser object with the name `@` and the name of the global. */
const HOST_GLOBALS = nameSet(`
  localStorage sessionStorage history performance indexedDB crypto screen console visualViewport
  cookieStore customElements getComputedStyle matchMedia
`);
/** The values of browser globals, by name. */
const GLOBAL_VALUES: ReadonlyMap<string, AbstractValue> = new Map<string, AbstractValue>([
  ...nameEntries('window self globalThis top parent frames opener', host('$window')),
  ['document', host('$document')],
  ['location', host('$location')],
  ['undefined', NONE],
  ['NaN', PRIMITIVE],
  ['Infinity', PRIMITIVE],
  ['name', TEXT],
  ['status', TEXT],
  ['event', UNKNOWN],
  ...[...HOST_GLOBALS].map((name) => [name, host(`@${name}`)] as const),
  ...nameEntries(
    `
    innerWidth innerHeight outerWidth outerHeight devicePixelRatio scrollX scrollY pageXOffset
    pageYOffset length closed isSecureContext screenX screenY
  `,
    PRIMITIVE,
  ),
]);
/** Browser globals with a lower-case name that are harmless to refer to. Calls of them are evaluated separately. */
const HARMLESS_SMALL = nameSet(`
  setTimeout setInterval clearTimeout clearInterval requestAnimationFrame cancelAnimationFrame
  requestIdleCallback cancelIdleCallback queueMicrotask structuredClone alert confirm prompt print
  scroll scrollTo scrollBy parseInt parseFloat isNaN isFinite encodeURIComponent
  decodeURIComponent encodeURI decodeURI escape unescape atob btoa addEventListener
  removeEventListener dispatchEvent postMessage getSelection focus blur reportError navigator open
  createImageBitmap close stop
`);

/** Matches classes of elements. `new` of them throws, so scripts use them only for `instanceof`. */
const ELEMENT_CLASS = /^(?:HTML|SVG)\w*Element$/;

/**
 * True when a declaration certainly hides the browser global of the same name: `let`, `const` or a class, or a function of this
 * or an earlier script.
 */
function hides(bindings: readonly VariableBinding[], frame: EvaluationFrame): boolean {
  const last = bindings.at(-1);
  if (last === undefined) return false;
  if (last.how === 'lexical') return true;
  return last.how === 'function' && last.script >= 0 && last.script <= frame.script.index;
}

function browserValue(node: Identifier, frame: EvaluationFrame, isOwn: boolean): AbstractValue {
  const { name } = node;
  const known = GLOBAL_VALUES.get(name);
  if (known !== undefined) return known;
  if (LOADING_GLOBALS.has(name)) {
    frame.state.doubt(node, frame, name);
    return ANYTHING;
  }
  if (HARMLESS_GLOBALS.has(name) || HARMLESS_SMALL.has(name) || ELEMENT_CLASS.test(name))
    return host(`@${name}`);
  // A script may have assigned a value to a global variable whose name is not known. That variable may be this one.
  if (isOwn) return frame.state.anyVariable.value;
  const marked = frame.state.page.ids.get(name);
  if (FOREIGN_GLOBALS.has(name) && marked === undefined) return frame.state.anyVariable.value;
  if (/^[A-Z]/.test(name) && marked === undefined) {
    // A global with a capital letter that is not listed is a browser class that may load resources.
    frame.state.doubt(node, frame, name);
    return ANYTHING;
  }
  return join(
    marked === undefined ? UNKNOWN : frame.state.elements.elementWithId(name),
    frame.state.anyVariable.value,
  );
}

/**
 * Returns the possible values of a variable where `node` reads it. This includes `undefined` before the first assignment of a
 * `var`.
 */
function bindingValue(
  binding: VariableBinding,
  node: Identifier,
  { script }: EvaluationFrame,
): AbstractValue {
  const isEarly = binding.script === script.index && node.start < binding.setFrom;
  return binding.how === 'var' && (isEarly || binding.setFrom === Infinity)
    ? join(binding.value, NONE)
    : binding.value;
}

/**
 * Returns the possible values of a name in the page's code. It may refer to a variable of the page, a browser global, or
 * either.
 */
export function readName(node: Identifier, frame: EvaluationFrame): AbstractValue {
  const { name } = node;
  const { state, script, scope } = frame;
  const { bindings, isOpen } = lookUp(scope, name);
  if (name === 'arguments' && bindings.length === 0) return argumentsOf(node, frame);
  const own = joinAll(bindings.map((binding) => bindingValue(binding, node, frame)));
  if (!isOpen) return own;
  const inElement = script.kind === 'handler' || script.kind === 'user-handler';
  const shadowed = inElement ? readMember(host('*', '$document'), text(name), frame) : NEVER;
  const isLexical = bindings.some(({ how }) => how === 'lexical');
  if (hides(bindings, frame))
    return joinAll([own, shadowed, isLexical ? NEVER : state.readGlobal(name)]);
  const browser = browserValue(node, frame, bindings.length > 0);
  return joinAll([
    own,
    shadowed,
    browser,
    isLexical ? state.untrackedValue(name) : state.readGlobal(name),
  ]);
}

function argumentsOf(node: AnyNode, frame: EvaluationFrame): AbstractValue {
  const { state } = frame;
  const fn = state.thisFunction(frame.fn);
  if (fn === null) return UNKNOWN;
  // A write to `arguments` changes the parameters and the reverse, so they get each other's values.
  const site = state.sites.at(node, 'array', 'arguments');
  const elements = fieldOf(site, ELEMENTS);
  state.put(elements, fn.args.value);
  const held = elements.value;
  state.put(fn.args, held);
  for (const param of fn.params) state.put(param, held);
  return siteValue(site);
}

/** Records an assignment to a name: to the variables and global objects that the name may refer to. */
export function writeName(node: Identifier, value: AbstractValue, frame: EvaluationFrame): void {
  const { name } = node;
  const { state, script, scope } = frame;
  const { bindings, isOpen } = lookUp(scope, name);
  for (const binding of bindings) state.put(binding, value);
  if (!isOpen) return;
  const isLexical = bindings.some(({ how }) => how === 'lexical');
  if (bindings.length === 0) state.writeGlobal(name, value);
  if (script.kind === 'handler' || script.kind === 'user-handler')
    writeMember(host('*', '$document'), text(name), value, node, frame);
  // Global variables are also members of the window.
  if (!isLexical && name !== 'arguments')
    writeMember(host('$window'), text(name), value, node, frame);
}
