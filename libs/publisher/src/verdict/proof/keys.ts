import type { AnyNode, MemberExpression } from 'acorn';
import type { AbstractValue } from './domain.ts';
import { withPrototypes } from './fields.ts';
import type { EvaluationFrame } from './frame.ts';
import { evaluate } from './interpreter.ts';
import { ELEMENTS, hasText, isForeign, join, NEVER, TEXT, text, UNKNOWN } from './value.ts';

/** Returns the name of a member that the code writes as an identifier (`a.b`) or a literal (`{'b': 1}`). */
export function plainKey(key: AnyNode): AbstractValue {
  if (key.type === 'Identifier') return text(key.name);
  if (key.type === 'PrivateIdentifier') return text(`#${key.name}`);
  if (key.type === 'Literal') return text(String(key.value));
  return UNKNOWN;
}

/** Returns the possible names of the member that a member expression (`a.b`, `a[b]`) accesses. */
export function keyOf(node: MemberExpression, frame: EvaluationFrame): AbstractValue {
  return node.computed ? evaluate(node.property, frame) : plainKey(node.property);
}

/** Returns the names of the members of a value, which `for … in` and `Object.keys` yield. */
export function keysOf(value: AbstractValue): AbstractValue {
  if (isForeign(value)) return TEXT;
  let keys = NEVER;
  for (const at of [...value.sites].flatMap((site) => [...withPrototypes(site)])) {
    if (at.hasEscaped || at.isHost || at.fields.has('*')) return TEXT;
    for (const name of [...at.fields.keys(), ...at.getters.keys()])
      keys = join(keys, text(name === ELEMENTS ? '0' : name));
  }
  return hasText(value) ? join(keys, text('0')) : keys;
}
