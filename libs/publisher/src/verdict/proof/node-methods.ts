import { argument, escapeArguments, unknownResult } from './arguments.ts';
import { callback } from './array-methods.ts';
import { attributeNames, localName } from './attribute-methods.ts';
import type { AbstractValue } from './domain.ts';
import type { CallWithEvaluatedArguments } from './frame.ts';
import { doubtMethod, type HostMethodEvaluator } from './host-method.ts';
import { judge, mayBe } from './judge.ts';
import { CONTENT_TAGS, DOUBTED_TAGS, SCRIPT_TAGS } from './sink-table.ts';
import { TEXT_LEVEL } from './text-level.ts';
import {
  BIT,
  has,
  host,
  isNever,
  isUnknown,
  join,
  joinAll,
  mayBeAnyNode,
  namesOf,
  NEVER,
  NONE,
  PRIMITIVE,
  textOf,
  UNKNOWN,
} from './value.ts';
import type { ScriptEvaluationState } from './proof-state.ts';

/**
 * Reports the insertion of a DOM node that may be a text of the markup, if this page has a text that would load or run where it
 * is inserted. Texts that scripts create are checked when they are created.
 */
function judgeMovedText(
  moved: AbstractValue,
  into: AbstractValue,
  { frame, node }: CallWithEvaluatedArguments,
  name: string,
): void {
  const { page } = frame.state;
  if (!mayBeAnyNode(moved) && !moved.hosts.has('*')) return;
  const loads = page.loadingCss && mayBe(into, CONTENT_TAGS, frame);
  const runs = page.idleScript && mayBe(into, SCRIPT_TAGS, frame);
  if (loads || runs) frame.state.doubt(node, frame, `.${name}()`);
}

/** Evaluates calls of methods such as `appendChild`, which insert a DOM node that exists. */
export const insertNode: HostMethodEvaluator = (into, call, name) => {
  judgeMovedText(argument(call, 0), into, call, name);
  return unknownResult(call);
};

/** Evaluates a call of `surroundContents`, which moves the DOM nodes of a range into its argument. */
export const surround: HostMethodEvaluator = (_range, call, name) => {
  judgeMovedText(UNKNOWN, argument(call, 0), call, name);
  return unknownResult(call);
};

/** Evaluates a call of `createTextNode`. It is not known into which element the script will insert the text. */
export const createText: HostMethodEvaluator = (_on, call, name) => {
  insertAll(host('*'), call, name);
  return host('#text');
};

/** Evaluates calls of methods such as `append`, which insert DOM nodes. A string argument becomes a text node. */
export const insertAll: HostMethodEvaluator = (on, call, name) => {
  for (const value of [...call.list, call.rest]) {
    judgeMovedText(value, on, call, name);
    const asText: AbstractValue = { ...value, hosts: new Set(), bits: value.bits & ~BIT.UNKNOWN };
    const content = has(value, BIT.UNKNOWN) ? join(asText, textOf(TEXT_LEVEL.ANY)) : asText;
    if (!isNever(content) && !onlySites(content))
      judge('content', `.${name}()`, content, on, call.node, call.frame);
  }
  return unknownResult(call);
};

const onlySites = ({ bits, level, texts }: AbstractValue): boolean =>
  bits === 0 && level === 0 && texts.size === 0;

/** Makes the function that evaluates calls of a method that creates an element. The argument at `at` is the tag name. */
export const createElement =
  (at: number): HostMethodEvaluator =>
  (_on, call, name) => {
    const { state } = call.frame;
    const tag = argument(call, at);
    const names = attributeNames(tag)?.map(localName) ?? null;
    if (names === null) {
      state.page.tags.add('*');
      doubtMethod(call, name);
      return host('*');
    }
    for (const one of names) {
      if (!state.page.tags.has(one)) {
        state.page.tags.add(one);
        state.hasChanged = true;
      }
      if (DOUBTED_TAGS.has(one)) doubtMethod(call, `${name}('${one}')`);
    }
    return names.length === 0 ? NEVER : host(...names);
  };

/** Returns the elements that a CSS selector may match. Only the id or the tag of a simple selector is used. */
function selected(selector: string, state: ScriptEvaluationState): AbstractValue {
  const id = /^(?:[a-z][a-z0-9]*)?#([\w-]+)$/i.exec(selector)?.[1];
  if (id !== undefined) return state.elements.elementWithId(id);
  const tag = /^(?:[^"'\\,[(]*[\s>+~])?([a-z][a-z0-9]*)(?:[.#:[][^\s>+~,\\]*)?$/i.exec(
    selector,
  )?.[1];
  return host(tag?.toLowerCase() ?? '*');
}

/** Returns the elements that a call of `querySelector` or `closest` may find. */
export const select: HostMethodEvaluator = (_on, call) => {
  const names = namesOf(argument(call, 0));
  if (names === null) return host('*');
  return joinAll(names.map((name) => selected(name, call.frame.state)));
};

/** Returns the elements that a call of `getElementById` may find. */
export const selectById: HostMethodEvaluator = (_on, call) => {
  const names = namesOf(argument(call, 0));
  if (names === null) return host('*');
  return joinAll(names.map((id) => call.frame.state.elements.elementWithId(id)));
};

/** Evaluates a call of `forEach` of a node list. */
export const forEachNode: HostMethodEvaluator = (on, call) => {
  const isList = [...on.hosts].every((h) => h === '$nodes') && !isUnknown(on);
  const fn = argument(call, 0);
  if (!isList) escapeArguments(call);
  else callback(fn, [host('*'), PRIMITIVE, on], argument(call, 1), call);
  return NONE;
};
