import { argument, escapeArguments } from './arguments.ts';
import type { AbstractValue } from './domain.ts';
import { doubtMethod, type HostMethodEvaluator } from './host-method.ts';
import { judge } from './judge.ts';
import { ATTRIBUTE_SINKS } from './sink-table.ts';
import { stringOf } from './strings.ts';
import { isIndex, namesOf, NONE, PRIMITIVE, UNKNOWN } from './value.ts';

/** Returns the name that a `data-…` attribute has in `dataset`: `longName` for `data-long-name`. */
const datasetName = (attribute: string): string =>
  attribute.slice(5).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the attribute names that a value may be, in lower case; null when not all of them are known. */
export function attributeNames(key: AbstractValue): readonly string[] | null {
  return namesOf(key)?.map((name) => name.toLowerCase()) ?? null;
}

/** Returns the part of a qualified name after its prefix: `href` for `xlink:href`. A script may choose any prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Makes the function that evaluates calls of a method that sets an attribute. The argument at `at` is the attribute name, the
 * next one its value. With a namespace, a name counts with and without its prefix.
 */
export const setAttribute =
  (at: number): HostMethodEvaluator =>
  (on, call, name) => {
    const { node, frame } = call;
    const key = argument(call, at);
    const value = argument(call, at + 1);
    if (isIndex(key)) return NONE;
    const names = attributeNames(key);
    if (names === null) return doubtMethod(call, name);
    for (const attribute of at === 0 ? names : new Set([...names, ...names.map(localName)])) {
      const kind = ATTRIBUTE_SINKS.get(attribute);
      if (attribute.startsWith('data-'))
        frame.state.elements.writeData(datasetName(attribute), stringOf(value, frame));
      if (attribute === 'id' || attribute === 'name')
        frame.state.elements.giveName(stringOf(value, frame));
      const construct = `.${name}('${attribute}')`;
      if (/^on/.test(attribute)) judge('never', construct, value, on, node, frame);
      else if (attribute === 'data' && ![...frame.state.page.tags].some((t) => t === 'object'))
        continue;
      else if (kind !== undefined) judge(kind, construct, value, on, node, frame);
    }
    escapeArguments(call);
    return NONE;
  };

/**
 * Evaluates a call that removes an attribute. Without this attribute, another one of the element may start to load a resource.
 */
export const removeAttribute: HostMethodEvaluator = (_on, call, name) => {
  const names = attributeNames(argument(call, name.endsWith('NS') ? 1 : 0));
  for (const one of names ?? [null])
    if (one === null) call.frame.state.elements.removeData(null);
    else if (one.startsWith('data-')) call.frame.state.elements.removeData(datasetName(one));
  const harmless =
    names?.every(
      (one) => ATTRIBUTE_SINKS.get(one) !== 'switch' && !/^(?:srcdoc|src|href|on\w+)$/.test(one),
    ) === true;
  if (!harmless && call.frame.state.page.inertAddress) return doubtMethod(call, name);
  return PRIMITIVE;
};

/** Evaluates a call that removes an attribute node (`Attr`), whose attribute name is unknown. */
export const removeNode: HostMethodEvaluator = (_on, call, name) => {
  call.frame.state.elements.removeData(null);
  return call.frame.state.page.inertAddress ? doubtMethod(call, name) : UNKNOWN;
};
