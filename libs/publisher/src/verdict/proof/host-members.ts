import { nameEntries } from '../model/index.ts';
import type { AbstractValue } from './domain.ts';
import { datasetText } from './elements.ts';
import type { EvaluationFrame } from './frame.ts';
import { INERT_HOST, hasInertHost, isOnly, isOnlyMatching } from './host-kinds.ts';
import { HARMLESS_GLOBALS, LOADING_GLOBALS, LOADING_MEMBERS } from './sink-table.ts';
import { stringOf } from './strings.ts';
import {
  ANYTHING,
  BIT,
  ELEMENTS,
  has,
  host,
  isNever,
  isUnknown,
  join,
  joinAll,
  NEVER,
  NONE,
  PRIMITIVE,
  text,
  UNKNOWN,
} from './value.ts';

/** The possible values of members of browser objects, by member name. A member that is not listed has an unknown value. */
const HOST_MEMBERS: ReadonlyMap<string, AbstractValue> = new Map<string, AbstractValue>([
  ['style', host('$style')],
  ['attributeStyleMap', host('$stylemap')],
  ['styleMap', host('$stylemap')],
  ['location', host('$location')],
  ...nameEntries(
    'window self top parent frames opener globalThis defaultView view contentWindow',
    host('$window'),
  ),
  ...nameEntries('document contentDocument ownerDocument', host('$document')),
  ...nameEntries(
    `
    classList className localStorage sessionStorage history performance indexedDB crypto screen
    console
  `,
    host('$bag'),
  ),
  ['body', host('body')],
  ...nameEntries(
    `
    children childNodes options selectedOptions rows cells tBodies labels elements forms links
    images
  `,
    join(host('$nodes'), UNKNOWN),
  ),
  ...nameEntries(
    `
    parentElement parentNode firstElementChild lastElementChild nextElementSibling
    previousElementSibling firstChild lastChild head documentElement activeElement
  `,
    host('*'),
  ),
  ['attributes', host('$attributes')],
  ['relList', host('@relList')],
  ...nameEntries(
    `
    length offsetTop offsetLeft offsetWidth offsetHeight clientWidth clientHeight scrollTop
    scrollLeft scrollHeight scrollWidth clientX clientY pageX pageY innerWidth innerHeight width
    height size devicePixelRatio checked selectedIndex valueAsNumber keyCode button
  `,
    join(PRIMITIVE, UNKNOWN),
  ),
]);

const isDataset = (of: AbstractValue): boolean =>
  [...of.hosts].every((h) => h.startsWith('$dataset'));

/**
 * Returns the value of a member whose value the markup determines: `dataset`, its members, and the text of a data block (a
 * script element with JSON). Null for any other member.
 */
function readMarked(
  of: AbstractValue,
  name: string,
  { state }: EvaluationFrame,
): AbstractValue | null {
  const hosts = [...of.hosts];
  if (hosts.length === 0) return null;
  if (name === 'dataset' && hosts.every((h) => !/^[$@]/.test(h)))
    return state.elements.datasetOf(of);
  if (isDataset(of) && !(name in Object.prototype))
    return joinAll(hosts.map((set) => state.elements.data(set, name)));
  if (!/^(?:textContent|innerText|innerHTML|text)$/.test(name)) return null;
  const block = state.elements.blockText(of);
  return block === null ? null : text(block);
}

/** Returns the possible values of the member `name` of a browser object or of an unknown object. */
export function readHost(of: AbstractValue, name: string, frame: EvaluationFrame): AbstractValue {
  if (isOnly(of, '$attributes') && name !== 'length') return host('$attr');
  if (name === ELEMENTS) {
    if (isOnly(of, '$nodes')) return join(host('*'), NONE);
    if (of.hosts.has('$attributes')) return join(host('$attr'), UNKNOWN);
    return hasInertHost(of) && !has(of, BIT.UNKNOWN)
      ? UNKNOWN
      : join(UNKNOWN, frame.state.untrackedValue(ELEMENTS));
  }
  const global = isUnknown(of) ? frame.state.readGlobal(name) : NEVER;
  if (of.hosts.has('$window')) {
    const own = frame.state.readGlobal(name);
    const isForeignClass = /^[A-Z]/.test(name) && isNever(own) && !HARMLESS_GLOBALS.has(name);
    if (LOADING_GLOBALS.has(name) || LOADING_MEMBERS.has(name) || isForeignClass)
      return join(own, ANYTHING);
    if (!isNever(own)) return join(own, HOST_MEMBERS.get(name) ?? UNKNOWN);
  }
  if (name === 'prototype' && (has(of, BIT.LOADER) || [...of.hosts].some((h) => h.startsWith('@'))))
    return join(UNKNOWN, host('@prototype'));
  const wild = join(global, frame.state.untrackedValue(name));
  frame.state.elements.touch(of, name, 'read');
  const marked = isUnknown(of) ? null : readMarked(of, name, frame);
  if (marked !== null)
    return join(marked, isDataset(of) ? datasetText(stringOf(wild, frame)) : wild);
  if (isOnlyMatching(of, INERT_HOST)) return UNKNOWN;
  if (LOADING_MEMBERS.has(name) || (has(of, BIT.UNKNOWN) && LOADING_GLOBALS.has(name)))
    return join(wild, ANYTHING);
  const known = HOST_MEMBERS.get(name) ?? UNKNOWN;
  // An unknown object need not be a DOM node; if it is not, this member may have any value.
  const isNode = [...known.hosts].some((h) => !h.startsWith('$'));
  return joinAll([wild, known, isNode && isUnknown(of) ? UNKNOWN : NEVER]);
}
