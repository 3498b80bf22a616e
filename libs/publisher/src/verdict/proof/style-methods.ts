import { argument } from './arguments.ts';
import type { AbstractValue } from './domain.ts';
import { hasField } from './fields.ts';
import { doubtMethod, type HostMethodEvaluator } from './host-method.ts';
import { judge } from './judge.ts';
import { PROPERTY_SINKS } from './sink-table.ts';
import { isForeign, namesOf, NONE, UNKNOWN } from './value.ts';

/** Evaluates a call of `style.setProperty(name, value)`, which is reported when the CSS value may load a resource. */
export const setProperty: HostMethodEvaluator = (on, call) => {
  const names = namesOf(argument(call, 0));
  const value = argument(call, 1);
  const isHarmless =
    // Browsers ignore the case of a property name here.
    names?.every(
      (name) => !name.startsWith('--') && PROPERTY_SINKS.get(name.toLowerCase()) !== 'css',
    ) === true;
  if (!isHarmless) judge('css', '.setProperty()', value, on, call.node, call.frame);
  return NONE;
};

/**
 * Evaluates calls of `element.animate(keyframes)` and `effect.setKeyframes(keyframes)`. Keyframes are objects with CSS values,
 * or arrays of such objects, so every string in them is checked.
 */
export const animate: HostMethodEvaluator = (on, call, name) => {
  const { frame, node } = call;
  const open: AbstractValue[] = [argument(call, 0)];
  const seen = new Set<unknown>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (isForeign(at)) return doubtMethod(call, name);
    const { sites, ...rest } = at;
    judge('css', `.${name}()`, { ...rest, sites: new Set() }, on, node, frame);
    for (const site of sites) {
      if (seen.has(site)) continue;
      seen.add(site);
      // An object with its own `toString` may convert to any CSS value.
      if (site.kind === 'function' || hasField(site, 'toString')) return doubtMethod(call, name);
      for (const { value } of site.fields.values()) open.push(value);
    }
  }
  return UNKNOWN;
};
