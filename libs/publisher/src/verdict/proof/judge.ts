import type { AnyNode } from 'acorn';
import { srcsetUrls } from '../model/index.ts';
import { cssLoads } from '../script/index.ts';
import { addressKind } from './address-kind.ts';
import type { AbstractValue } from './domain.ts';
import { runsWithoutUser, type EvaluationFrame } from './frame.ts';
import { shapeOf } from './markup-shape.ts';
import {
  CONTENT_TAGS,
  DOCUMENT_TAGS,
  HARMLESS_SWITCH,
  LINKING_TAGS,
  SCRIPT_TAGS,
  type ScriptSinkKind,
} from './sink-table.ts';
import { TEXT_LEVEL } from './text-level.ts';
import { BIT, has, isNever, isUnknown, mayBeAnyNode, tagOf } from './value.ts';

const NOT_TEXT = BIT.UNKNOWN | BIT.LOADER | BIT.DATA | BIT.OPEN_DATA | BIT.INNER;

/** True when the value may be a DOM node of which the element is not known: any node, or a text node that a script creates. */
const isSomeNode = ({ hosts }: AbstractValue): boolean => hosts.has('*') || hosts.has('#text');

/**
 * True when `on` may be an element with one of these tags. When its tag is unknown, true when the page contains any such
 * element.
 */
export function mayBe(
  on: AbstractValue,
  tags: ReadonlySet<string>,
  { state }: EvaluationFrame,
): boolean {
  if (isNever(on)) return false;
  if (!mayBeAnyNode(on) && !isSomeNode(on))
    return [...on.hosts].some((one) => tags.has(tagOf(one)));
  return [...state.page.tags].some((tag) => tags.has(tag));
}

const noObject = (value: AbstractValue): boolean =>
  value.sites.size === 0 && value.hosts.size === 0;

function isHarmlessAddress(
  value: AbstractValue,
  on: AbstractValue,
  frame: EvaluationFrame,
): boolean {
  if ((value.bits & ~(BIT.DATA | BIT.OPEN_DATA | BIT.INNER)) !== 0) return false;
  if (value.level !== TEXT_LEVEL.NONE || !noObject(value)) return false;
  if ([...value.texts].some((known) => addressKind(known) === null)) return false;
  return !mayBeInner(value) || !mayBe(on, DOCUMENT_TAGS, frame);
}

/** True when the value may be the address of a document inside the page: a `blob:` or SVG `data:` address. */
const mayBeInner = (value: AbstractValue): boolean =>
  has(value, BIT.INNER) || [...value.texts].some((known) => addressKind(known) === 'inner');

function isHarmlessCss(value: AbstractValue): boolean {
  if (has(value, NOT_TEXT) || !noObject(value)) return false;
  return (
    value.level <= TEXT_LEVEL.CSS &&
    [...value.texts].every((css) => cssLoads(css) === null && !/(?:url|src|image)\s*$/i.test(css))
  );
}

function isHarmlessMarkup(value: AbstractValue): boolean {
  if (has(value, NOT_TEXT) || !noObject(value)) return false;
  return (
    value.level <= TEXT_LEVEL.NAMING_MARKUP && [...value.texts].every((t) => shapeOf(t) !== null)
  );
}

/** True when a string is harmless as the text of a node. Only style sheets, scripts and attributes interpret their text. */
function isHarmlessContent(
  construct: string,
  value: AbstractValue,
  on: AbstractValue,
  frame: EvaluationFrame,
): boolean {
  const { state } = frame;
  const isAttribute = on.hosts.has('$attr') || (state.areAttributesExposed && isUnknown(on));
  if (isAttribute && /value|textContent/i.test(construct)) return false;
  if (!mayBe(on, CONTENT_TAGS, frame)) return true;
  if (state.page.idleScript && mayBe(on, SCRIPT_TAGS, frame)) return false;
  if (isHarmlessCss(value)) return true;
  // In an element with an unknown tag, text loads something only if it contains an address for CSS. The text of this page
  // contains no such address.
  return !noUnknown(on) && !state.page.loadingCss && !state.page.idleScript;
}

function isHarmlessSwitch(
  value: AbstractValue,
  on: AbstractValue,
  { state }: EvaluationFrame,
): boolean {
  const isOrdinary =
    noUnknown(on) &&
    [...on.hosts]
      .map(tagOf)
      .every((tag) => !LINKING_TAGS.has(tag) && !/^(?:source|input|meta|style|iframe)$/.test(tag));
  if (isOrdinary || !state.page.inertAddress) return true;
  return (
    noUnknown(value) &&
    value.level === TEXT_LEVEL.NONE &&
    noObject(value) &&
    [...value.texts].every((t) => HARMLESS_SWITCH.test(t))
  );
}
const noUnknown = (value: AbstractValue): boolean => !isUnknown(value) && !isSomeNode(value);

/** Returns the first absolute address of another host among the known strings of a value. A warning shows it. */
function urlIn(value: AbstractValue): string | undefined {
  return [...value.texts].find((known) => /^\s*(?:https?:|wss?:)?\/\//i.test(known));
}

/** True when the value may be a `javascript:` address. A click on a link with this address runs the value as a program. */
function mayRun(value: AbstractValue, { state }: EvaluationFrame): boolean {
  if ([...value.texts].some((known) => /^\s*j\s*a/i.test(known))) return true;
  const isKnown = noUnknown(value) && value.level <= TEXT_LEVEL.CSS && value.sites.size === 0;
  return !isKnown && state.page.scriptAddress;
}

function isHarmless(
  kind: ScriptSinkKind,
  construct: string,
  value: AbstractValue,
  on: AbstractValue,
  frame: EvaluationFrame,
): boolean {
  switch (kind) {
    case 'address':
      return isHarmlessAddress(value, on, frame);
    case 'address-list':
      // Unknown text after the beginning of a `data:` address may contain a comma and another address.
      return (
        value.bits === 0 &&
        isHarmlessAddress(value, on, frame) &&
        [...value.texts].every((list) => srcsetUrls(list).every((url) => addressKind(url) !== null))
      );
    case 'link':
      if (isHarmlessAddress(value, on, frame)) {
        // After a click on a link to a `blob:` or SVG `data:` address, the page is a document that may load anything.
        if (mayBeInner(value)) frame.state.elements.leadElsewhere();
        return true;
      }
      if (mayBe(on, LINKING_TAGS, frame) || mayRun(value, frame)) return false;
      frame.state.elements.leadElsewhere();
      return true;
    case 'lead':
      if (mayRun(value, frame)) return false;
      frame.state.page.formsLead = true;
      return true;
    case 'markup':
      return isHarmlessMarkup(value) && isHarmlessContent(construct, value, on, frame);
    case 'css':
      return isHarmlessCss(value);
    case 'content':
      return isHarmlessContent(construct, value, on, frame);
    case 'switch':
      return isHarmlessSwitch(value, on, frame);
    case 'location':
      return isOwnPlace(value) || !leavesAlone(construct, frame);
    case 'never':
      return false;
  }
}

/**
 * True when this construct may navigate without an action of the visitor. The code of an attribute such as `onclick` runs only
 * after such an action.
 */
function leavesAlone(construct: string, frame: EvaluationFrame): boolean {
  if (construct === 'window.open()') return runsWithoutUser(frame);
  const isPersons = frame.script.kind === 'user-handler' && frame.fn === null;
  return !isPersons || frame.state.clicksByCode;
}

const isOwnPlace = (value: AbstractValue): boolean =>
  noUnknown(value) &&
  noObject(value) &&
  value.bits === 0 &&
  value.level === TEXT_LEVEL.NONE &&
  [...value.texts].every((t) => /^#/.test(t));

/**
 * Reports a construct that passes a value to a sink (a property, attribute or argument that may load the value), unless the
 * value is proven to be harmless there.
 */
export function judge(
  kind: ScriptSinkKind,
  construct: string,
  value: AbstractValue,
  on: AbstractValue,
  node: AnyNode,
  frame: EvaluationFrame,
): void {
  if (kind === 'markup') frame.state.elements.showMarkup(value);
  if (isNever(value) || !(frame.state.isJudging || kind === 'link' || kind === 'lead')) return;
  if (!isHarmless(kind, construct, value, on, frame))
    frame.state.doubt(node, frame, construct, urlIn(value));
}
