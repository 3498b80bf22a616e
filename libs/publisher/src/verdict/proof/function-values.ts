import type { AnyNode, Function as FunctionNode } from 'acorn';
import type { AbstractValue } from './domain.ts';
import type { EvaluationFrame } from './frame.ts';
import { makeFunctionFacts } from './allocation-site.ts';
import { host, NONE, siteValue, UNKNOWN } from './value.ts';

/**
 * Returns the value of a function expression or declaration. Every evaluation of the same node gives the same function object.
 */
export function functionValue(node: AnyNode & FunctionNode, frame: EvaluationFrame): AbstractValue {
  const { state, script } = frame;
  const scope = script.scopes.of.get(node);
  if (scope === undefined) return UNKNOWN;
  const site = state.sites.at(node, 'function', '', makeFunctionFacts(node, scope));
  if (!state.known.has(site)) {
    state.known.add(site);
    state.functions.push({ site, script });
    state.hasChanged = true;
  }
  if (node.type === 'FunctionExpression' && node.id) {
    const own = scope.parent?.names.get(node.id.name);
    if (own !== undefined) state.put(own, siteValue(site));
  }
  if (site.fn?.isArrow === true) {
    state.put(site.fn.self, selfOf(frame));
    // An arrow function shares the `arguments` of its enclosing function.
    if (frame.fn !== null) state.outer.set(site.fn, frame.fn);
  }
  return siteValue(site);
}

/** Returns the possible values of `this` in the code that is evaluated in this context. */
export function selfOf({ fn, script }: EvaluationFrame): AbstractValue {
  if (fn === null)
    return script.kind === 'module'
      ? NONE
      : script.kind === 'classic'
        ? host('$window')
        : host('*', '$window');
  return fn.self.value;
}
