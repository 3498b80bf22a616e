import { argument, escapeArguments } from './arguments.ts';
import { callback } from './array-methods.ts';
import { attributeNames } from './attribute-methods.ts';
import type { AbstractValue } from './domain.ts';
import { doubtMethod, type HostMethodEvaluator } from './host-method.ts';
import { judge } from './judge.ts';
import { DOUBTED_TAGS } from './sink-table.ts';
import { TEXT_LEVEL } from './text-level.ts';
import {
  BIT,
  has,
  host,
  isNever,
  isUnknown,
  join,
  joinAll,
  namesOf,
  NEVER,
  NONE,
  PRIMITIVE,
  textOf,
  UNKNOWN,
} from './value.ts';
import type { ScriptEvaluationState } from './proof-state.ts';

/** Evaluates methods such as `append`, which insert nodes. A string argument becomes a text node. */
export const insertAll: HostMethodEvaluator = (into, call, name) => {
  // When a script creates a text node, the element into which it will insert the node is not known.
  const on = name === 'createTextNode' ? host('*') : into;
  for (const value of [...call.list, call.rest]) {
    const asText: AbstractValue = { ...value, hosts: new Set(), bits: value.bits & ~BIT.UNKNOWN };
    const content = has(value, BIT.UNKNOWN) ? join(asText, textOf(TEXT_LEVEL.ANY)) : asText;
    if (!isNever(content) && !onlySites(content))
      judge('content', `.${name}()`, content, on, call.node, call.frame);
  }
  escapeArguments(call);
  return UNKNOWN;
};

const onlySites = ({ bits, level, texts }: AbstractValue): boolean =>
  bits === 0 && level === 0 && texts.size === 0;

/** Makes the evaluator of a method that creates an element. The argument at `at` is the tag name. */
export const createElement =
  (at: number): HostMethodEvaluator =>
  (_on, call, name) => {
    const { state } = call.frame;
    const tag = argument(call, at);
    const names = attributeNames(tag);
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

/** Returns the elements that a selector may match. Only the id or the tag of a simple selector is used. */
function selected(selector: string, state: ScriptEvaluationState): AbstractValue {
  const id = /^(?:[a-z][a-z0-9]*)?#([\w-]+)$/i.exec(selector)?.[1];
  if (id !== undefined) return state.elements.elementWithId(id);
  const tag = /^(?:[^"'\\,[(]*[\s>+~])?([a-z][a-z0-9]*)(?:[.#:[][^\s>+~,\\]*)?$/i.exec(
    selector,
  )?.[1];
  return host(tag?.toLowerCase() ?? '*');
}

/** Evaluates `querySelector` and `closest`: finds an element by a selector. */
export const select: HostMethodEvaluator = (_on, call) => {
  const names = namesOf(argument(call, 0));
  if (names === null) return host('*');
  return joinAll(names.map((name) => selected(name, call.frame.state)));
};

/** Evaluates `getElementById`. */
export const selectById: HostMethodEvaluator = (_on, call) => {
  const names = namesOf(argument(call, 0));
  if (names === null) return host('*');
  return joinAll(names.map((id) => call.frame.state.elements.elementWithId(id)));
};

/** Evaluates `forEach` of a node list. */
export const forEachNode: HostMethodEvaluator = (on, call) => {
  const isList = [...on.hosts].every((h) => h === '$nodes') && !isUnknown(on);
  const fn = argument(call, 0);
  if (!isList) escapeArguments(call);
  else callback(fn, [host('*'), PRIMITIVE, on], argument(call, 1), call);
  return NONE;
};
